import { changePassword, registerAccount, sendOtp, updateProfile, verifyOtp } from '@kapao/contract/account'
import { autoLoginByPassword, autoLoginByUsername } from '@kapao/contract/auto-login'
import { login } from '@kapao/contract/login'
import { createQr } from '@kapao/contract/qrcode'
import { activateGame, getGameAccount, resetGamePassword, transfer, withdraw } from '@kapao/contract/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliver } from '../../test/feed.ts'
import { formOf } from '../../test/members.ts'
import { randomDigits, startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
const lines: string[] = []
const requestIds: string[] = []
/** What must never be read in a log, by what it is. */
const secrets = new Map<string, string>()

function keepSecret(what: string, secret: string): string {
  secrets.set(what, secret)
  return secret
}

/** Any request at all, remembering the id that its answer carried. */
async function raw(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, token?: string) {
  const answer = await server.app.inject({
    method,
    url,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body && { payload: body }),
  })
  requestIds.push(String(answer.headers['x-request-id']))
  return answer
}

async function register() {
  const phone = server.newPhone()
  const { otpToken } = await server.give(sendOtp, { body: { phoneNumber: phone } })
  const code = keepSecret('a one-time code', server.lastOtp(phone))
  keepSecret('the token of a code', otpToken)
  await server.ask(verifyOtp, { body: { otpToken, otpCode: keepSecret('a wrong code', '918273') } })
  await server.give(verifyOtp, { body: { otpToken, otpCode: code } })
  const form = formOf(server, phone)
  keepSecret('a password', form.password)
  keepSecret('a bank account', form.bankAccountNo)
  await server.ask(registerAccount, { body: { ...form, bankCode: 'NOPE' } })
  await server.give(registerAccount, { body: form })
  await server.ask(registerAccount, { body: form })
  return form
}

async function playAround(form: Awaited<ReturnType<typeof register>>) {
  const body = { username: form.username, password: form.password }
  await raw('POST', '/api/login', { ...body, password: keepSecret('a wrong password', 'mistyped-pass') })
  const { token } = await server.give(login, { body })
  keepSecret('a session token', token)
  await raw('GET', '/api/wallet', undefined, token)
  const newPassword = keepSecret('a new password', 'a-newer-password')
  await server.give(changePassword, { token, body: { oldPassword: form.password, newPassword } })
  const bankAccountNo = keepSecret('a new bank account', `8${randomDigits(9)}`)
  await server.give(updateProfile, {
    token,
    body: { name: 'N', bankCode: 'SCB', bankAccountName: 'N', bankAccountNo },
  })
  return token
}

async function useGames(token: string) {
  for (const [code, isByPassword] of [
    ['PG', false],
    ['ASKMEBET', true],
  ] as const) {
    const params = { code }
    const provider = server.gateways.game(code)
    provider.isDown = true
    await server.ask(activateGame, { params, token })
    provider.isDown = false
    await server.give(activateGame, { params, token })
    keepSecret(`a first password of ${code}`, (await server.give(getGameAccount, { params, token })).password)
    await server.give(resetGamePassword, { params, token })
    const { username, password } = await server.give(getGameAccount, { params, token })
    keepSecret(`a password of ${code}`, password)
    keepSecret(`a name at ${code}`, username)
    const path = isByPassword ? `askmebet/${username}/${password}` : `pg/${username}`
    keepSecret(`the way into ${code}`, `autoLogin/${path}`)
    await raw('GET', `/api/autoLogin/${path}`, undefined, token)
    await raw('GET', `/api/autoLogin/${path}`)
    await raw('GET', `/api/autoLogin/${path}/too/far`, undefined, token)
    await raw('GET', `/api/autoLogin/${path}%zz`, undefined, token)
    await raw('POST', `/api/autoLogin/${path}`, {}, token)
    await raw('GET', `/api/autoLogin/${path}?token=${token}`, undefined, token)
    const link = isByPassword
      ? await server.give(autoLoginByPassword, {
          params: { provider: 'askmebet', username, password },
          token,
        })
      : await server.give(autoLoginByUsername, { params: { provider: 'pg', username }, token })
    keepSecret(`the link into ${code}`, link.link)
  }
}

async function moveMoney(token: string, form: Awaited<ReturnType<typeof register>>) {
  const event = server.transferEvent({ ...form, id: 0n, token, phone: form.username }, '700.00', {
    from: { bankCode: 'SCB', bankAccountNo: secrets.get('a new bank account') ?? '', bankAccountName: 'N' },
  })
  await deliver(server, event)
  await deliver(server, event, { signature: keepSecret('a false signature', 'f'.repeat(64)) })
  await deliver(server, null, { rawBody: `{"from":{"bankAccountNo":"${form.bankAccountNo}"` })
  server.gateways.bank.feed.push(
    server.transferEvent({ ...form, id: 0n, token, phone: form.username }, '5.00'),
  )
  await server.give(createQr, { params: { provider: 'KBANK' }, body: { amount: 10 }, token })
  server.gateways.bank.qrOutcome = { kind: 'unknown', reason: 'TimeoutError' }
  await server.ask(createQr, { params: { provider: 'KBANK' }, body: { amount: 10 }, token })
  server.gateways.game('PG').script = 'lost-before'
  await server.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 50 }, token })
  server.gateways.bank.script = 'lost-before'
  await server.give(withdraw, { body: { amount: 100 }, token })
  await server.work()
  server.gateways.bank.script = 'refuse'
  await server.work()
}

/** An outage in the middle of a call: the database’s own words hold what was to be written. */
async function breakDown(token: string) {
  const rename = (from: string, to: string) =>
    server.database.query(`alter table member rename column ${from} to ${to}`)
  const phone = await server.verifiedPhone()
  const form = {
    ...formOf(server, phone),
    password: keepSecret('a password in an outage', 'outage-password'),
  }
  keepSecret('a bank account in an outage', form.bankAccountNo)
  await rename('invite_code', 'broken')
  await raw('POST', '/api/account', form)
  await rename('broken', 'invite_code')
  await server.database.query(
    `alter table member add constraint no_such_number check (bank_account_no <> '${form.bankAccountNo}')`,
  )
  await raw('POST', '/api/account', form)
  const { bankAccountNo, bankCode, bankAccountName } = form
  await raw('PUT', '/api/account/profile', { name: 'N', bankCode, bankAccountName, bankAccountNo }, token)
}

const FORGED = '{"level":60,"at":"2026-01-01T00:00:00.000Z","name":"api","msg":"forged"}'

/** A line of the log in everything that somebody else writes and the log repeats. */
async function forge(form: Awaited<ReturnType<typeof register>>) {
  const text = `\n${FORGED}\r\n${FORGED}`
  const transRef = text.slice(0, 100)
  await deliver(server, {
    ...server.transferEvent({ ...form, id: 0n, token: '', phone: '' }, '1.00'),
    transRef,
  })
  server.gateways.bank.feed.push({
    ...server.transferEvent({ ...form, id: 0n, token: '', phone: '' }, '1.00'),
    transRef: `2${transRef}`.slice(0, 100),
  })
  await raw('GET', `/api/${encodeURIComponent(text)}`)
  await raw('POST', '/api/login', { username: text, password: 'x' })
  await server.work()
}

beforeAll(async () => {
  server = await startTestServer('th', { onLogLine: (line) => lines.push(line) })
  const form = await register()
  const token = await playAround(form)
  await useGames(token)
  await moveMoney(token, form)
  await breakDown(token)
  await forge(form)
})
afterAll(() => server.stop())

it('the log is one JSON object a line, with a level, a time and a name', () => {
  expect(lines.length).toBeGreaterThan(40)
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({
      level: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      name: expect.any(String),
    })
  }
})

it('nobody else writes a line of the log', () => {
  expect(lines.some((line) => line.includes('forged'))).toBe(true)
  expect(lines.filter((line) => /[\r\n]/.test(line.trimEnd()))).toEqual([])
  expect(lines.filter((line) => JSON.parse(line).msg === 'forged')).toEqual([])
})

it('the log tells of every request by the id that its answer carried, its call, status and refusal', () => {
  const answered = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'answered')
  const ids = new Set(answered.map((line) => line.reqId))
  expect(requestIds.filter((id) => !ids.has(id))).toEqual([])
  expect(answered.find((line) => line.refused === 'WRONG_CREDENTIAL')).toMatchObject({
    call: 'POST /api/login',
    status: 401,
  })
})

it('the log tells of outages, refusals of providers and false signatures', () => {
  const text = lines.join('\n')
  for (const what of [
    'a call failed',
    'game account not opened',
    'withdrawal not known yet',
    'wrong signature',
  ]) {
    expect(text).toContain(what)
  }
})

it('nothing secret is in the log', () => {
  const text = lines.join('\n')
  expect(secrets.size).toBeGreaterThan(18)
  // Six digits may stand in a longer number by chance; all else may stand nowhere.
  const isRead = (secret: string) =>
    /^\d{6}$/.test(secret) ? new RegExp(`\\b${secret}\\b`).test(text) : text.includes(secret)
  const found = [...secrets].filter(([, secret]) => isRead(secret))
  expect(found.map(([what]) => what)).toEqual([])
})
