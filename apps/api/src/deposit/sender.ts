import { bareNumber } from '@kapao/contract/text'
import { bankNames } from '@kapao/emv/bank-codes'
import type { Queries } from '../database/database.ts'
import type { NamedAccount } from '../gateways/bank.ts'
import type { UnmatchedReason } from './bank-event.ts'

/** Why money waits that came from an account which its member changed to only afterwards. */
export const REGISTERED_AFTER = 'REGISTERED_AFTER' satisfies UnmatchedReason

/** How far the bank's clock may be from ours, and the minute that some banks tell alone. */
const APART = "interval '6 minutes'"

/** Who has the account. A member has changed to theirs since the last one that they had before; whoever has had no other has registered with it. */
const HOLDERS = `select id as member_id, currency,
    coalesce((select max(b.until) from account_before b where b.member_id = m.id) > least($3::timestamptz + ${APART}, $4), false) as came_after
  from member m where bank_code = any($1) and bank_account_no = $2`

interface Holder {
  readonly memberId: bigint
  readonly currency: string
  readonly cameAfter: boolean
}

export type Sender =
  | { readonly kind: 'member'; readonly memberId: bigint; readonly currency: string }
  | { readonly kind: 'none'; readonly reason: 'UNKNOWN_SENDER' | typeof REGISTERED_AFTER }

export interface Sent {
  readonly from: NamedAccount
  /** By the bank's clock. */
  readonly at: string
  /** When we first heard of it, by when it had been made, whatever its bank's clock says; null for just now. */
  readonly heardAt: Date | null
}

/**
 * Whose a transfer is by the account that it came from (docs/decisions/slips-and-gifts.md): the one rule of feed, slips and support. Who has the account, and
 * has not changed to it since the transfer: else whoever saw a stranger's slip could write that account into their profile.
 */
export async function senderOf(queries: Queries, { from, at, heardAt }: Sent): Promise<Sender> {
  // Members have a bank under the symbol that the operator lists it by. Of two who have one account under two of its symbols neither is certain.
  const [holder, another] = await queries.query<Holder>(HOLDERS, [
    bankNames(from.bankCode),
    bareNumber(from.bankAccountNo),
    at,
    heardAt,
  ])
  if (!holder || another) return { kind: 'none', reason: 'UNKNOWN_SENDER' }
  const { memberId, currency, cameAfter } = holder
  return cameAfter ? { kind: 'none', reason: REGISTERED_AFTER } : { kind: 'member', memberId, currency }
}
