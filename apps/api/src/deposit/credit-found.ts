import { fromMinorUnits } from '@kapao/money/minor'
import type { Queries } from '../database/database.ts'
import type { FeedEvent } from '../gateways/bank.ts'
import { lockWallet } from '../ledger/accounts.ts'
import { isOneMore, LIKE_ANOTHER } from './alike.ts'
import { creditWaiting } from './credit.ts'
import type { Doubt } from './doubts.ts'
import { REGISTERED_AFTER, senderOf } from './sender.ts'
import type { DepositTx } from './settle.ts'

interface Found {
  readonly transRef: string
  readonly bankCode: string
  readonly accountNo: string
  readonly fromBankCode: string
  readonly fromAccountNo: string
  readonly fromAccountName: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly happenedAt: Date
  readonly receivedAt: Date
  readonly bothWays: boolean
  readonly isTheirs: boolean
}

/** Why it may not be theirs. */
async function doubtOf(
  tx: Queries,
  memberId: bigint,
  { receivedAt: heardAt, bothWays, ...account }: Found,
  event: Pick<FeedEvent, 'transRef' | 'from' | 'amount' | 'currency' | 'at'>,
): Promise<Doubt | null> {
  const sender = await senderOf(tx, { ...event, heardAt })
  if (sender.kind === 'none' && sender.reason === REGISTERED_AFTER) return REGISTERED_AFTER
  if (sender.kind === 'member' && sender.memberId !== memberId) return 'ANOTHERS'
  return (await isOneMore(tx, account, event, { byFeed: true, bySlip: bothWays })) ? null : LIKE_ANOTHER
}

/**
 * Credits what waits in suspense because somebody has found out whose it is: once, whoever else finds it, or proves it by a slip, meanwhile. What
 * looks by now as if a slip had brought it under another reference, or comes from an account that is another's, or was changed to only afterwards, whatever
 * it waited for when it came, is credited `anyway` alone.
 */
export async function creditFound(
  tx: DepositTx,
  eventId: bigint,
  memberId: bigint,
  anyway: boolean,
): Promise<'credited' | 'not-waiting' | 'other-currency' | Doubt> {
  await lockWallet(tx, memberId)
  const [found] = await tx.query<Found>(
    `select e.trans_ref, e.bank_code, e.account_no, e.from_bank_code, e.from_account_no, e.from_account_name, e.amount_minor, e.currency,
       e.happened_at, e.received_at, e.both_ways, e.currency = m.currency as is_theirs
     from bank_event e join member m on m.id = $2
     where e.id = $1 and e.state = 'unmatched' for no key update of e`,
    [eventId, memberId],
  )
  if (!found) return 'not-waiting'
  if (!found.isTheirs) return 'other-currency'
  const event = {
    transRef: found.transRef,
    from: {
      bankCode: found.fromBankCode,
      bankAccountNo: found.fromAccountNo,
      bankAccountName: found.fromAccountName,
    },
    amount: fromMinorUnits(found.amountMinor),
    currency: found.currency,
    at: found.happenedAt.toISOString(),
  }
  const doubt = anyway ? null : await doubtOf(tx, memberId, found, event)
  if (doubt) return doubt
  await creditWaiting(tx, event, eventId, memberId)
  return 'credited'
}
