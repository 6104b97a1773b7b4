// The members of the bank test, with an account at each of two games: one of equal money, one where ten baht are one credit.
import type { Dice } from './dice.ts'
import { ask, at, demand, listAt } from './wire.ts'

/** It ends what hangs. */
const COMES_WITHIN_MS = 120_000

export interface BankAccount {
  readonly bankCode: string
  readonly bankAccountNo: string
  readonly bankAccountName: string
}

export interface Player extends BankAccount {
  /** Also the name in the books. */
  readonly phone: string
  readonly password: string
  readonly token: string
  /** The username at each game. */
  readonly games: ReadonlyMap<GameCode, string>
}

export const GAMES = ['PG', 'JOKER2'] as const
export type GameCode = (typeof GAMES)[number]
/** Baht for a credit. */
export const RATIOS: Record<GameCode, bigint> = { PG: 1n, JOKER2: 10n }

export interface World {
  readonly apiUrl: string
  readonly sandboxUrl: string
}

function digits(dice: Dice, count: number): string {
  return Array.from({ length: count }, () => dice.between(0, 9)).join('')
}

async function oneTimeCode({ sandboxUrl }: World, phone: string): Promise<string> {
  const deadline = Date.now() + COMES_WITHIN_MS
  while (Date.now() < deadline) {
    const sent = await demand(`${sandboxUrl}/control/sms/${phone}`, 'GET')
    const code = /\d{6}/.exec(String(at(sent, 'messages', 0, 'text')))?.[0]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no code was sent to ${phone}`)
}

/** Registers, logs in and opens the games. */
export async function joinPlayer(world: World, dice: Dice): Promise<Player> {
  const api = `${world.apiUrl}/api`
  const phone = `08${digits(dice, 8)}`
  const bank = {
    bankCode: 'KTB',
    bankAccountNo: `5${digits(dice, 9)}`,
    bankAccountName: 'MALI JAIDEE',
  }
  const sent = await demand(`${api}/otp/send`, 'POST', { body: { phoneNumber: phone } })
  const otpCode = await oneTimeCode(world, phone)
  await demand(`${api}/otp/verify`, 'POST', { body: { otpToken: at(sent, 'otpToken'), otpCode } })
  const password = `secret-${digits(dice, 6)}`
  const account = { name: 'มะลิ ใจดี', username: phone, password, sourceCode: '', inviteCode: '', ...bank }
  await demand(`${api}/account`, 'POST', { body: { ...account, currency: 'THB' } })
  const token = String(
    at(await demand(`${api}/login`, 'POST', { body: { username: phone, password } }), 'token'),
  )
  const games = new Map<GameCode, string>()
  for (const code of GAMES) {
    await demand(`${api}/wallet/activate/${code}`, 'GET', { token })
    const opened = await demand(`${api}/wallet/account/${code}`, 'GET', { token })
    games.set(code, String(at(opened, 'username')))
  }
  return { ...bank, phone, password, token, games }
}

/** The operator's accounts whose incoming money is credited by the bank's feed alone. */
export async function accountsToPay({ apiUrl }: World, { token }: Player): Promise<BankAccount[]> {
  const lookedUp = await demand(`${apiUrl}/api/lookup/deposit`, 'GET', { token })
  return listAt(lookedUp, 'banks')
    .filter((bank) => at(bank, 'bankType') === 'BANK' && at(bank, 'mode') === 'AUTO')
    .map((bank) => ({
      bankCode: String(at(bank, 'bankCode')),
      bankAccountNo: String(at(bank, 'bankAccountNo')),
      bankAccountName: String(at(bank, 'bankAccountName')),
    }))
}

/** Money from the player's own account, credited before this resolves. */
export async function payIn(world: World, player: Player, to: BankAccount, baht: number): Promise<void> {
  const { bankCode, bankAccountNo, bankAccountName } = player
  const from = { bankCode, bankAccountNo, bankAccountName }
  const order = { from, to: { bankCode: to.bankCode, bankAccountNo: to.bankAccountNo }, amount: baht }
  await demand(`${world.sandboxUrl}/control/bank/transfer`, 'POST', { body: order })
  const deadline = Date.now() + COMES_WITHIN_MS
  while (Date.now() < deadline) {
    const wallet = await ask(`${world.apiUrl}/api/wallet`, 'GET', { token: player.token })
    if (wallet.kind === 'ok' && Number(at(wallet.answer, 'wallet', 'amount')) >= baht) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the first money did not arrive')
}
