import { bareNumber } from '@kapao/contract/text'
import type { Queries } from '../database/database.ts'
import type { AccountRef, FeedEvent } from '../gateways/bank.ts'
import { type AccountKey, keyOf, type UnmatchedReason } from './bank-event.ts'

/** Why money waits that looks as if a slip of it had been credited already. */
export const LIKE_ANOTHER = 'LIKE_ANOTHER' satisfies UnmatchedReason

/** How far apart the feed and a slip may date the same transfer. */
const APART = "interval '5 minutes'"

const IS_SAME = `from_account_no = $1 and from_bank_code = $3 and bank_code = any($4) and account_no = $5 and amount_minor = $6
  and currency = $7 and qr_code_id is null`

/**
 * What looks the same from outside: of one sender, into one account of ours, of one amount, and of about one time, each of the next. Whatever tells of
 * one transfer is then counted whole or not at all: of those around each event by itself the one's slip may be counted with the other's feed line.
 */
const ALIKE = `with recursive moment as (
    select $2::timestamptz as at
    union select happened_at from moment
      join bank_event on ${IS_SAME} and happened_at between at - ${APART} and at + ${APART}
  ), alike as (
    select * from bank_event where ${IS_SAME} and happened_at in (select at from moment))`

export type Likeness = Pick<FeedEvent, 'amount' | 'currency' | 'at'> & { readonly from: AccountRef }

const likenessValues = (account: AccountKey, { from, amount, currency, at }: Likeness) => [
  bareNumber(from.bankAccountNo),
  at,
  from.bankCode,
  ...keyOf(account),
  amount,
  currency,
]

/** By which ways one transfer has been told of by its own reference. */
interface Told {
  readonly byFeed: boolean
  readonly bySlip: boolean
}

/**
 * Whether a transfer may be credited, too, or may be one that is credited already: feed and slip may name the same one differently. Those
 * of one way's references are different ones for certain, so as many as the way that has told of more are there, and may be credited.
 * True only for as long as the member's wallet is locked.
 */
export async function isOneMore(
  tx: Queries,
  account: AccountKey,
  event: Likeness & { readonly transRef: string },
  told: Told,
): Promise<boolean> {
  const [others] = await tx.query<{ credited: number; fed: number; shown: number }>(
    `${ALIKE} select count(*) filter (where state = 'credited')::int as credited,
       count(*) filter (where way is distinct from 'slip' or both_ways)::int as fed,
       count(*) filter (where way = 'slip' or both_ways)::int as shown
     from alike where trans_ref <> $8`,
    [...likenessValues(account, event), event.transRef],
  )
  if (!others) throw new Error('a count is always answered')
  return others.credited < Math.max(others.fed + Number(told.byFeed), others.shown + Number(told.bySlip))
}

export interface Waiting {
  readonly id: bigint
  readonly transRef: string
  readonly bothWays: boolean
  readonly happenedAt: Date
}

/** What waits because it looks like this one, longest first. */
export async function waitingAlike(
  tx: Queries,
  account: AccountKey,
  event: Likeness,
): Promise<readonly Waiting[]> {
  return tx.query<Waiting>(
    `${ALIKE} select id, trans_ref, both_ways, happened_at from alike
     where state = 'unmatched' and unmatched_reason = $8 order by id`,
    [...likenessValues(account, event), LIKE_ANOTHER],
  )
}
