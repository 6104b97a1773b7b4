import { bareNumber } from '@kapao/contract/text'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import type { Queries } from '../database/database.ts'

/** Opens a member's two accounts: what they can spend, and what is on its way out. */
export async function openMemberAccounts(tx: Queries, memberId: bigint, currency: string): Promise<void> {
  await tx.query(
    `insert into ledger_account (kind, member_id, currency, balance_minor, version)
     values ('wallet', $1, $2, 0, 0), ('hold', $1, $2, 0, 0)`,
    [memberId, currency],
  )
}

/** What is in the wallet; null when the member has none. */
export async function walletBalance(queries: Queries, memberId: bigint): Promise<Minor | null> {
  const [row] = await queries.query<{ balanceMinor: bigint }>(
    "select balance_minor from ledger_account where member_id = $1 and kind = 'wallet'",
    [memberId],
  )
  return row ? fromMinorUnits(row.balanceMinor) : null
}

/** Keeps whatever else would move this member's money waiting until the transaction ends. Every posting begins with the same lock. */
export async function lockWallet(tx: Queries, memberId: bigint): Promise<void> {
  await tx.query("select 1 from ledger_account where member_id = $1 and kind = 'wallet' for no key update", [
    memberId,
  ])
}

/** An end of a posting: a member's account or one of the house's. */
export type Account =
  | { readonly memberId: bigint; readonly kind: 'wallet' | 'hold' }
  | {
      readonly house: 'bank' | 'game' | 'suspense' | 'bonus' | 'voucher' | 'wheel'
      readonly code: string
      readonly currency: string
    }

/** Where the books have what is in a bank account of the operator's: by one name, however its number is written there. */
export function houseOf(
  { bankCode, accountNo }: { readonly bankCode: string; readonly accountNo: string },
  currency: string,
): Account {
  return { house: 'bank', code: `${bankCode}:${bareNumber(accountNo)}`, currency }
}

/** What moves money here; what moves it between wallets and games is written by the database itself (migrations: game_transfer_settle). */
export type MovementKind =
  | 'deposit'
  | 'deposit-matched'
  | 'deposit-unmatched'
  | 'voucher'
  | 'withdraw-hold'
  | 'withdraw-paid'
  | 'withdraw-return'
  | 'bonus'
  | 'bonus-taken'
  | 'luckydraw'

export interface Posting {
  readonly kind: MovementKind
  /** What outside event or request it belongs to: one movement of each kind. */
  readonly reference: string
  readonly from: Account
  readonly to: Account
  readonly amount: Minor
}

function accountSql(
  account: Account,
  first: number,
): { readonly sql: string; readonly values: readonly unknown[] } {
  return 'memberId' in account
    ? { sql: `ledger_member_account($${first}, $${first + 1})`, values: [account.memberId, account.kind] }
    : {
        sql: `ledger_house_account($${first}, $${first + 1}, $${first + 2})`,
        values: [account.house, account.code, account.currency],
      }
}

/** Writes one movement by the one function that may (migrations: ledger_post), where there is enough for it. One that is there already is a fault of ours. */
export async function postIfCovered(tx: Queries, posting: Posting): Promise<'posted' | 'insufficient'> {
  const from = accountSql(posting.from, 4)
  const to = accountSql(posting.to, 4 + from.values.length)
  const [row] = await tx.query<{ result: 'posted' | 'duplicate' | 'insufficient' }>(
    `select ledger_post(row($1::text, $2::text, ${from.sql}, ${to.sql}, $3::bigint)::ledger_posting) as result`,
    [posting.kind, posting.reference, posting.amount, ...from.values, ...to.values],
  )
  if (!row) throw new Error('ledger_post answered nothing')
  if (row.result === 'duplicate')
    throw new Error(`${posting.kind} ${posting.reference} stands in the books already`)
  return row.result
}

/** Writes a movement that has to be: where the books refuse it, the transaction shall write nothing of what belongs to it either. */
export async function post(tx: Queries, posting: Posting): Promise<void> {
  const result = await postIfCovered(tx, posting)
  if (result !== 'posted') throw new Error(`${posting.kind} ${posting.reference} was ${result}`)
}
