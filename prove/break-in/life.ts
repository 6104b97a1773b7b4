// All that a member and an agent do with what nobody else may read, done well and done wrongly, every secret remembered by what it is.
import type pg from 'pg'
import { at, demand } from '../bank-test/wire.ts'

const random = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => String(byte % 10)).join('')

interface Sent {
  readonly token?: string
  readonly cookie?: string
  readonly body?: unknown
}

export class Life {
  readonly secrets = new Map<string, string>()
  /** What was said when a call was refused. */
  readonly refusals: string[] = []
  calls = 0
  readonly #apiUrl: string
  readonly #sandboxUrl: string
  readonly #seal: (link: string) => Promise<string>

  constructor(apiUrl: string, sandboxUrl: string, seal: (link: string) => Promise<string>) {
    this.#apiUrl = apiUrl
    this.#sandboxUrl = sandboxUrl
    this.#seal = seal
  }

  #keep(what: string, secret: string): string {
    if (secret.length < 6) throw new Error(`${what} is none: ${secret}`)
    this.secrets.set(what, secret)
    return secret
  }

  async #send(method: string, path: string, { token, cookie, body }: Sent = {}): Promise<unknown> {
    this.calls += 1
    const response = await fetch(`${this.#apiUrl}${path}`, {
      method,
      headers: {
        'x-requested-with': 'kapao',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const set = response.headers.get('set-cookie')
    if (set) this.#keep("a cookie of the desk's", /=([^;]+)/.exec(set)?.[1] ?? '')
    if (!response.ok) this.refusals.push(text)
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  }

  async #register() {
    const phone = this.#keep('a phone', `09${random(8)}`)
    const sent = await this.#send('POST', '/api/otp/send', { body: { phoneNumber: phone } })
    const otpToken = this.#keep('the token of a code', String(at(sent, 'otpToken')))
    const sms = await demand(`${this.#sandboxUrl}/control/sms/${phone}`, 'GET')
    const otpCode = this.#keep('a code', /\d{6}/.exec(String(at(sms, 'messages', 0, 'text')))?.[0] ?? '')
    const wrong = this.#keep('a wrong code', otpCode === '918273' ? '918274' : '918273')
    await this.#send('POST', '/api/otp/verify', { body: { otpToken, otpCode: wrong } })
    await this.#send('POST', '/api/otp/verify', { body: { otpToken, otpCode } })
    const account = {
      name: this.#keep('a name', `Somsri Ratana${random(6)}`),
      username: phone,
      password: this.#keep('a password', `pass-${random(12)}`),
      sourceCode: '',
      inviteCode: '',
      bankCode: 'KTB',
      bankAccountName: this.#keep("a bank account's name", `SOMSRI ${letters(12)}`),
      bankAccountNo: this.#keep('a bank account', `5${random(9)}`),
      currency: 'THB',
    }
    await this.#send('POST', '/api/account/validate', { body: { ...account, bankCode: 'NOPE' } })
    await this.#send('POST', '/api/account', { body: account })
    await this.#send('POST', '/api/account', { body: account })
    await this.#send('POST', '/api/account', { body: JSON.stringify(account).slice(0, -3) })
    return account
  }

  async #logIn({ username, password }: { username: string; password: string }): Promise<string> {
    const mistyped = this.#keep('a wrong password', `mistyped-${random(8)}`)
    await this.#send('POST', '/api/login', { body: { username, password: mistyped } })
    await this.#send('POST', `/api/login?password=${password}`, { body: { username: '', password } })
    const token = String(
      at(await this.#send('POST', '/api/login', { body: { username, password } }), 'token'),
    )
    this.#keep('a token', token)
    await this.#send('GET', `/api/wallet?token=${token}`)
    await this.#send('GET', '/api/wallet', { token: `${token.slice(0, -1)}x` })
    const newPassword = this.#keep('a new password', `newer-${random(12)}`)
    await this.#send('PUT', '/api/account/changepwd', { token, body: { oldPassword: mistyped, newPassword } })
    await this.#send('PUT', '/api/account/changepwd', { token, body: { oldPassword: password, newPassword } })
    return token
  }

  async #play(token: string): Promise<void> {
    await this.#send('GET', '/api/wallet/activate/PG', { token })
    const opened = await this.#send('GET', '/api/wallet/account/PG', { token })
    const username = this.#keep('a name at a game', String(at(opened, 'username')))
    const password = this.#keep('a password at a game', String(at(opened, 'password')))
    const way = `/api/autoLogin/askmebet/${username}/${password}`
    await this.#send('GET', way, { token })
    await this.#send('GET', `${way}/too/far`, { token })
    await this.#send('GET', `${way}%zz`, { token })
    await this.#send('GET', `/desk/../api/autoLogin/x/${username}/${password}`)
    const launched = await this.#send('GET', `/api/autoLogin/pg/${username}`, { token })
    this.#keep('a link into a game', new URL(String(at(launched, 'link'))).search)
  }

  async #payAndAsk(token: string): Promise<void> {
    const gift = this.#keep('a gift', `gift${random(20)}`)
    const link = await this.#seal(`https://gift.truemoney.com/campaign/?v=${gift}`)
    this.#keep('a sealed link', link)
    await this.#send('POST', '/api/wallet/truelink', { token, body: { link } })
    await this.#send('POST', '/api/wallet/truelink', {
      token,
      body: { link: `https://gift.truemoney.com/?v=${gift}` },
    })
    const userId = String(at(await this.#send('GET', '/api/account/profile', { token }), 'profile', '_id'))
    const text = this.#keep('what was said in the chat', `my pin is ${random(12)}`)
    const message = { message_type: 'text', payload: { text } }
    const said = { userId, guestId: '', sender: 'customer', message }
    await this.#send('POST', '/api/chat/send-message', { token, body: said })
    await this.#send('POST', '/api/chat/send-message', { body: said })
    const signature = this.#keep('a forged event', `forged-${random(12)}`)
    await this.#send('POST', '/gateway/bank-feed', {
      body: { eventId: signature, from: { bankAccountNo: signature } },
    })
  }

  async #serve(): Promise<void> {
    const wrong = this.#keep("a wrong password of the desk's", `desk-${random(12)}`)
    await this.#send('POST', '/api/desk/login', { body: { name: 'demo-admin', password: wrong } })
    await this.#send('POST', '/api/desk/login', { body: { name: wrong, password: wrong } })
    const body = { name: 'demo-admin', password: this.#keep("the desk's password", 'kapao-desk-1') }
    await this.#send('POST', '/api/desk/login', { body })
    const cookie = `kapao_desk=${this.secrets.get("a cookie of the desk's")}`
    await this.#send('GET', '/api/desk/me', { cookie })
    await this.#send('PUT', '/api/desk/password', {
      cookie,
      body: { oldPassword: wrong, newPassword: `${wrong}2` },
    })
  }

  async live(): Promise<void> {
    const account = await this.#register()
    const token = await this.#logIn(account)
    await this.#play(token)
    await this.#payAndAsk(token)
    await this.#serve()
  }

  /** What another one's life runs into: the database's own words hold what was to be written. */
  async breakIn(database: pg.Client): Promise<void> {
    const phone = this.#keep("another's phone", `06${random(8)}`)
    const sent = await this.#send('POST', '/api/otp/send', { body: { phoneNumber: phone } })
    const sms = await demand(`${this.#sandboxUrl}/control/sms/${phone}`, 'GET')
    const otpCode = /\d{6}/.exec(String(at(sms, 'messages', 0, 'text')))?.[0] ?? ''
    await this.#send('POST', '/api/otp/verify', { body: { otpToken: at(sent, 'otpToken'), otpCode } })
    const account = {
      ...{
        name: 'Another',
        username: phone,
        password: this.#keep("another's password", `other-${random(12)}`),
      },
      ...{ sourceCode: '', inviteCode: '', bankCode: 'KTB', bankAccountName: 'ANOTHER ONE', currency: 'THB' },
      bankAccountNo: this.#keep("another's bank account", `6${random(9)}`),
    }
    const rule = 'alter table member add constraint nobody_else check'
    await database.query(`${rule} (bank_account_no <> '${account.bankAccountNo}') not valid`)
    try {
      await this.#send('POST', '/api/account', { body: account })
    } finally {
      await database.query('alter table member drop constraint nobody_else')
    }
    await this.#send('POST', '/api/account', { body: account })
    const { username, password } = account
    const token = String(
      at(await this.#send('POST', '/api/login', { body: { username, password } }), 'token'),
    )
    const taken = {
      bankCode: 'KTB',
      bankAccountName: 'ANOTHER ONE',
      bankAccountNo: this.secrets.get('a bank account'),
    }
    await this.#send('PUT', '/api/account/profile', { token, body: { name: 'Another', ...taken } })
  }
}

function letters(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
    String.fromCharCode(65 + (byte % 26)),
  ).join('')
}
