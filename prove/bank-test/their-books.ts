// The books of the bank, the games and the issuer of gifts as plain values: the sandbox keeps its own and shares nothing with us.
import { fromWire } from '@kapao/money/minor'
import type { Books } from './books.ts'
import { type BankAccount, GAMES, type GameCode, type Player, type World } from './players.ts'
import { at, demand, listAt } from './wire.ts'

export interface TheirTransfer {
  readonly id: string
  readonly member: string
  readonly game: GameCode
  readonly direction: 'in' | 'out'
  /** In credits' hundredths. */
  readonly credits: bigint
  readonly isDone: boolean
}
export interface BankLine {
  readonly transRef: string
  readonly account: string
  /** + into ours, − out of it. */
  readonly amount: bigint
  /** Whose account is at the other end; null when it is no player's. */
  readonly member: string | null
}
export interface TheirBooks {
  readonly transfers: readonly TheirTransfer[]
  readonly bank: readonly BankLine[]
  /** What each member has at each game, in credits' hundredths, by `member game`. */
  readonly credits: ReadonlyMap<string, bigint>
  /** What the issuer says that we took, by the gift's link. */
  readonly gifts: ReadonlyMap<string, bigint>
}

function fromJson(value: unknown): bigint {
  const amount = typeof value === 'number' ? fromWire(value) : null
  if (amount === null) throw new Error(`not an amount: ${String(value)}`)
  return amount
}

async function readBank(
  world: World,
  accounts: readonly BankAccount[],
  players: readonly Player[],
): Promise<BankLine[]> {
  const owners = new Map(players.map((one) => [`${one.bankCode}:${one.bankAccountNo}`, one.phone]))
  const lines: BankLine[] = []
  for (const { bankCode, bankAccountNo } of accounts) {
    const path = `/control/bank/accounts/${bankAccountNo}?bankCode=${bankCode}`
    // An account that never took part is unknown to the bank.
    const statement = await demand(`${world.sandboxUrl}${path}`, 'GET').catch(() => null)
    for (const entry of listAt(statement, 'entries')) {
      const other = `${at(entry, 'counterparty', 'bankCode')}:${at(entry, 'counterparty', 'bankAccountNo')}`
      lines.push({
        transRef: String(at(entry, 'transRef')),
        account: `${bankCode}:${bankAccountNo}`,
        amount: fromJson(at(entry, 'amount')),
        member: owners.get(other) ?? null,
      })
    }
  }
  return lines
}

/** What the bank, the games and the issuer of gifts have in their books. */
export async function readTheirBooks(
  world: World,
  books: Books,
  players: readonly Player[],
  giftLinks: readonly string[],
): Promise<TheirBooks> {
  const accounts = await books.rows<{ bank_code: string; account_no: string; account_name: string }>(
    'select bank_code, account_no, account_name from operator_account',
  )
  const ours = accounts.map((row) => ({
    bankCode: row.bank_code,
    bankAccountNo: row.account_no,
    bankAccountName: row.account_name,
  }))
  const transfers: TheirTransfer[] = []
  const credits = new Map<string, bigint>()
  for (const player of players) {
    for (const game of GAMES) {
      const path = `/control/games/${game}/${player.games.get(game)}`
      const told = await demand(`${world.sandboxUrl}${path}`, 'GET')
      credits.set(`${player.phone} ${game}`, fromJson(at(told, 'balance')))
      for (const line of listAt(told, 'transfers')) {
        transfers.push({
          id: String(at(line, 'transferId')),
          member: player.phone,
          game,
          direction: at(line, 'type') === 'deposit' ? 'in' : 'out',
          credits: fromJson(at(line, 'amount')),
          isDone: at(line, 'status') === 'success',
        })
      }
    }
  }
  const [wallet] = await books.rows<{ account_no: string }>(
    'select account_no from operator_wallet order by position limit 1',
  )
  const gifts = new Map<string, bigint>()
  for (const link of new Set(giftLinks)) {
    const code = new URL(link).searchParams.get('v')
    const url = `${world.sandboxUrl}/vouchers/${code}/verify?mobile=${wallet?.account_no}`
    const told: unknown = await (await fetch(url)).json()
    if (at(told, 'status', 'code') !== 'TARGET_USER_REDEEMED') continue
    // The ticket may be kept from us; each gift here is for one person.
    const taken = at(told, 'data', 'voucher', 'redeemed_amount_baht')
    gifts.set(link, fromJson(Number(String(taken).replaceAll(',', ''))))
  }
  return { transfers, credits, bank: await readBank(world, ours, players), gifts }
}
