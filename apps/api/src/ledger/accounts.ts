import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import type { Queries } from '../database.ts'

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

export interface Posting {
  readonly kind: string
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

/** Writes one movement by the one function that may (migrations: ledger_post). */
export async function post(tx: Queries, posting: Posting): Promise<'posted' | 'duplicate' | 'insufficient'> {
  const from = accountSql(posting.from, 4)
  const to = accountSql(posting.to, 4 + from.values.length)
  const [row] = await tx.query<{ result: 'posted' | 'duplicate' | 'insufficient' }>(
    `select ledger_post(row($1::text, $2::text, ${from.sql}, ${to.sql}, $3::bigint)::ledger_posting) as result`,
    [posting.kind, posting.reference, posting.amount, ...from.values, ...to.values],
  )
  if (!row) throw new Error('ledger_post answered nothing')
  return row.result
}
