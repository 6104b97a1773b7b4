// Members who pay in, play and take out, as wallets do over HTTP, while the outside world fails now and then.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BankAccount, Sandbox } from '../../e2e/sandbox.ts'
import type { Machine } from './machine.ts'

interface Player extends BankAccount {
  readonly phone: string
  readonly password: string
  token: string
}

const GAMES = ['PG', 'JOKER2', 'IMI'] as const
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
const pick = <T>(all: readonly T[]): T | undefined => all[randomInt(all.length)]

export class Traffic {
  readonly #machine: Machine
  readonly #sandbox: Sandbox
  readonly #players: Player[] = []
  #account: BankAccount | null = null
  #paidIn = 0
  /** Calls by what came of them. */
  readonly answered = new Map<string, number>()

  constructor(machine: Machine) {
    this.#machine = machine
    this.#sandbox = new Sandbox(machine.addresses.sandboxUrl)
  }

  async #call(path: string, body: object | null, token = ''): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.#machine.addresses.url}/api${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        'x-requested-with': 'kapao',
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== null && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== null && { body: JSON.stringify(body) }),
    })
    const answer: Record<string, unknown> = JSON.parse(await response.text())
    const what = `${path.replace(/[A-Z0-9]+$/, '')} ${response.status}`
    this.answered.set(what, (this.answered.get(what) ?? 0) + 1)
    if (response.status >= 500) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }

  async invite(many: number): Promise<void> {
    for (let made = 0; made < many; made += 1) await this.#join()
    const { banks } = await this.#call('/lookup/deposit', null, this.#players[0]?.token)
    const all = Array.isArray(banks) ? banks : []
    this.#account = all.find((one: { bankType?: string }) => one.bankType === 'BANK') ?? null
  }

  async #join(): Promise<void> {
    const phone = `08${digits(8)}`
    const password = `secret-${digits(6)}`
    const bank = { bankCode: 'KTB', bankAccountNo: `5${digits(9)}`, bankAccountName: 'MALI JAIDEE' }
    const { otpToken } = await this.#call('/otp/send', { phoneNumber: phone })
    await this.#call('/otp/verify', { otpToken, otpCode: await this.#sandbox.otpFor(phone) })
    const account = { name: 'Mali', username: phone, password, ...bank, currency: 'THB' }
    await this.#call('/account', { ...account, sourceCode: '', inviteCode: '' })
    const { token } = await this.#call('/login', { username: phone, password })
    const player = { ...bank, phone, password, token: String(token) }
    for (const code of GAMES) await this.#call(`/wallet/activate/${code}`, null, player.token)
    this.#players.push(player)
  }

  async #act(player: Player): Promise<void> {
    const dice = randomInt(100)
    const game = pick(GAMES) ?? 'PG'
    if (dice < 30 && this.#account) {
      await this.#sandbox.transfer(player, this.#account, 100 + randomInt(900), 'THB')
      this.#paidIn += 1
    } else if (dice < 55) {
      await this.#call(
        '/wallet/transfer',
        { from: 'WALLET', to: game, amount: 10 + randomInt(9) * 10 },
        player.token,
      )
    } else if (dice < 75) {
      await this.#call(
        '/wallet/transfer',
        { from: game, to: 'WALLET', amount: 10 + randomInt(5) * 10 },
        player.token,
      )
    } else if (dice < 92) {
      await this.#call('/wallet/withdraw', { amount: 100 + randomInt(200) }, player.token)
    } else {
      await this.#sandbox.setFault(
        `game:${game}`,
        pick(['error-after', 'refuse', 'duplicate-id']) ?? 'refuse',
        1,
      )
      if (dice > 96)
        await this.#sandbox.setFault('bank', pick(['twice', 'silent', 'refuse-payout']) ?? 'twice', 1)
    }
  }

  /** Every member goes on until the promise is settled, one act after the other. */
  async runUntil(end: Promise<unknown>): Promise<void> {
    let isOver = false
    const ended = end.finally(() => {
      isOver = true
    })
    const live = async (player: Player) => {
      while (!isOver) await this.#act(player)
    }
    await Promise.all([ended, ...this.#players.map(live)])
  }

  /** Until the outside world is as it should be, all is told, and nothing is open: a transfer that its game never heard of is held for five minutes. */
  async settle(): Promise<void> {
    await this.#sandbox.clearFaults()
    for (let turn = 0; turn < 2_250; turn += 1) {
      const [row] = await this.#machine.rows<{ open: number; heardOf: number }>(
        `select ((select count(*) from game_transfer where state = 'open')
           + (select count(*) from withdrawal where state in ('held', 'sent')))::int as open,
           (select count(*) from bank_event)::int as "heardOf"`,
      )
      if (row?.open === 0 && row.heardOf >= this.#paidIn) return
      await sleep(200)
    }
    throw new Error('something is still open after seven minutes and a half')
  }
}
