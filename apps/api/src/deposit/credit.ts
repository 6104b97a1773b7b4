import { fromMinorUnits } from '@kapao/money/minor'
import type { Queries } from '../database/database.ts'
import type { FeedEvent } from '../gateways/bank.ts'
import { houseOf, lockWallet, post } from '../ledger/accounts.ts'
import { findOperatorAccount, operatorAccountsOf } from '../operator/accounts.ts'
import type { OperatorAccount, OperatorState } from '../operator/operator.ts'
import { isOneMore, LIKE_ANOTHER, type Likeness, waitingAlike } from './alike.ts'
import { IS_THIS_EVENT, keyOf, type Match, type Way, writeEvent } from './bank-event.ts'
import { senderOf } from './sender.ts'
import { type DepositTx, settleDeposit } from './settle.ts'

export type CreditResult = 'credited' | 'unmatched' | 'known' | 'not-ours'

/** Whose money it is. Certain or not at all: what cannot be told waits for a person. */
async function matchEvent(tx: Queries, state: OperatorState, event: FeedEvent): Promise<Match> {
  // The operator moves money between their own accounts, or tries a code: no member has brought any.
  if (findOperatorAccount(state, event.from)) return { kind: 'none', reason: 'OWN_ACCOUNT' }
  const rows = operatorAccountsOf(state, event.to).filter(({ currency }) => currency === event.currency)
  if (rows.length === 0) return { kind: 'none', reason: 'OTHER_CURRENCY' }
  if (event.reference) {
    const [qr] = await tx.query<{ id: string; memberId: bigint; currency: string }>(
      `select q.id, q.member_id, m.currency from qr_code q join member m on m.id = q.member_id
       where q.reference = $1 and q.account_id = any($2)`,
      [event.reference, rows.map(({ id }) => id)],
    )
    if (qr?.currency === event.currency) return { kind: 'member', memberId: qr.memberId, qrCodeId: qr.id }
    // On a plain transfer a reference is the sender's own note.
    if (event.type === 'qr') return { kind: 'none', reason: 'UNKNOWN_REFERENCE' }
  }
  // What the operator says of payments by hand is said in the row for them, where there is one.
  const byHand = rows.filter(({ purpose }) => purpose === 'deposit')
  if ((byHand.length > 0 ? byHand : rows).every(({ mode }) => mode !== 'AUTO'))
    return { kind: 'none', reason: 'MANUAL_ACCOUNT' }
  const sender = await senderOf(tx, { ...event, heardAt: null })
  if (sender.kind === 'none') return sender
  if (sender.currency !== event.currency) return { kind: 'none', reason: 'OTHER_CURRENCY' }
  return { kind: 'member', memberId: sender.memberId, qrCodeId: null }
}

async function closeAnnouncement(
  tx: Queries,
  memberId: bigint,
  { amount }: Pick<Likeness, 'amount'>,
  eventId: bigint,
): Promise<void> {
  await tx.query(
    `update deposit_announcement set bank_event_id = $3 where id = (
       select id from deposit_announcement where member_id = $1 and amount_minor = $2 and bank_event_id is null
       order by created_at desc limit 1)`,
    [memberId, amount, eventId],
  )
}

const suspenseIn = (currency: string) => ({ house: 'suspense', code: 'unmatched', currency }) as const

/** Credits what has waited in suspense. */
export async function creditWaiting(
  tx: DepositTx,
  event: Pick<Likeness, 'amount' | 'currency'>,
  eventId: bigint,
  memberId: bigint,
) {
  await tx.query(
    "update bank_event set state = 'credited', unmatched_reason = null, member_id = $2 where id = $1",
    [eventId, memberId],
  )
  await settleDeposit(tx, {
    memberId,
    amount: fromMinorUnits(event.amount),
    from: suspenseIn(event.currency),
    kind: 'deposit-matched',
    sourceKind: 'bank_event',
    sourceId: String(eventId),
  })
  await closeAnnouncement(tx, memberId, event, eventId)
}

/** Credits what waited because it looked like this one, as far as it is now certain that both are there. */
async function letGoAlike(tx: DepositTx, account: OperatorAccount, event: Likeness, memberId: bigint) {
  for (const { id, transRef, bothWays, happenedAt } of await waitingAlike(tx, account, event)) {
    const waiting = { ...event, transRef, at: happenedAt.toISOString() }
    if (await isOneMore(tx, account, waiting, { byFeed: true, bySlip: bothWays }))
      await creditWaiting(tx, waiting, id, memberId)
  }
}

interface First {
  readonly id: bigint
  readonly memberId: bigint
  readonly fromBankCode: string
  readonly fromAccountNo: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly happenedAt: Date
}

/**
 * Writes down that the second way, too, has told of a credited transfer by its own reference: it is no other one's second name, and what
 * waited for that is credited.
 */
export async function noteBothWays(
  tx: DepositTx,
  state: OperatorState,
  event: Pick<FeedEvent, 'to' | 'transRef'>,
  secondIs: 'feed' | 'slip',
): Promise<void> {
  const account = findOperatorAccount(state, event.to)
  if (!account) return
  const [first] = await tx.query<First>(
    `select id, member_id, from_bank_code, from_account_no, amount_minor, currency, happened_at from bank_event
     where ${IS_THIS_EVENT} and state = 'credited' and not both_ways and (way = 'slip') = $4`,
    [...keyOf(account), event.transRef, secondIs === 'feed'],
  )
  if (!first) return
  const { id, memberId, fromBankCode: bankCode, fromAccountNo: bankAccountNo, happenedAt } = first
  await lockWallet(tx, memberId)
  await tx.query('update bank_event set both_ways = true where id = $1', [id])
  const credited = {
    from: { bankCode, bankAccountNo },
    amount: fromMinorUnits(first.amountMinor),
    currency: first.currency,
    at: happenedAt.toISOString(),
  }
  await letGoAlike(tx, account, credited, memberId)
}

/** The same money, credited by a slip of another reference maybe, waits until the feed has told of that one, too. */
async function orLikeAnother(
  tx: Queries,
  account: OperatorAccount,
  event: FeedEvent,
  match: Match,
): Promise<Match> {
  if (match.kind === 'none') return match
  // Of two that take in one transfer, its account listed otherwise for the one than for the other, the second sees what the first has written.
  await lockWallet(tx, match.memberId)
  if (match.qrCodeId) return match
  const isSure = await isOneMore(tx, account, event, { byFeed: true, bySlip: false })
  return isSure ? match : { kind: 'none', reason: LIKE_ANOTHER }
}

/**
 * Takes one event of the bank feed into the books, in the caller's transaction: credits its member once, or keeps the money in
 * suspense with the reason. The same transfer seen again (webhook twice, then the poll) changes nothing.
 */
export async function creditEvent(
  tx: DepositTx,
  state: OperatorState,
  event: FeedEvent,
  way: Exclude<Way, 'slip'>,
): Promise<CreditResult> {
  const account = findOperatorAccount(state, event.to)
  if (!account) return 'not-ours'
  const match = await orLikeAnother(tx, account, event, await matchEvent(tx, state, event))
  const eventId = await writeEvent(tx, account, event, match, way)
  if (eventId === null) {
    await noteBothWays(tx, state, event, 'feed')
    return 'known'
  }
  const bank = houseOf(account, event.currency)
  if (match.kind === 'none') {
    await post(tx, {
      kind: 'deposit-unmatched',
      reference: String(eventId),
      from: bank,
      to: suspenseIn(event.currency),
      amount: fromMinorUnits(event.amount),
    })
    return 'unmatched'
  }
  await settleDeposit(tx, {
    memberId: match.memberId,
    amount: fromMinorUnits(event.amount),
    from: bank,
    kind: 'deposit',
    sourceKind: 'bank_event',
    sourceId: String(eventId),
  })
  if (match.qrCodeId) {
    await tx.query("update qr_code set state = 'paid' where id = $1", [match.qrCodeId])
  } else {
    await closeAnnouncement(tx, match.memberId, event, eventId)
  }
  return 'credited'
}

/**
 * Credits a bank transfer to a member because a slip proves it theirs: one that the feed has not told of yet, or that waits in
 * suspense. 'known' when it was credited before, by whichever way; 'like-another' when the feed may have told of it by another reference.
 */
export async function creditProven(
  tx: DepositTx,
  state: OperatorState,
  event: FeedEvent,
  memberId: bigint,
): Promise<'credited' | 'known' | 'not-ours' | 'like-another'> {
  const account = findOperatorAccount(state, event.to)
  if (!account) return 'not-ours'
  await lockWallet(tx, memberId)
  const key = [...keyOf(account), event.transRef]
  const [fed] = await tx.query<{ happenedAt: Date }>(
    `select happened_at from bank_event where ${IS_THIS_EVENT}`,
    key,
  )
  const isFed = fed !== undefined
  // What the books have of it already stands among the others where the books have it.
  const dated = { ...event, at: fed?.happenedAt.toISOString() ?? event.at }
  const isSure = await isOneMore(tx, account, dated, { byFeed: isFed, bySlip: true })
  if (!isFed && !isSure) return 'like-another'
  const match = { kind: 'member', memberId, qrCodeId: null } as const
  const newId = isFed ? null : await writeEvent(tx, account, event, match, 'slip')
  if (newId !== null) {
    await settleDeposit(tx, {
      memberId,
      amount: fromMinorUnits(event.amount),
      from: houseOf(account, event.currency),
      kind: 'deposit',
      sourceKind: 'bank_event',
      sourceId: String(newId),
    })
    await closeAnnouncement(tx, memberId, event, newId)
    return 'credited'
  }
  const [waiting] = await tx.query<{ id: bigint }>(
    `update bank_event set both_ways = true
     where id = (select id from bank_event where ${IS_THIS_EVENT} order by state = 'credited' desc limit 1)
       and state = 'unmatched' and amount_minor = $4 and currency = $5 returning id`,
    [...key, event.amount, event.currency],
  )
  if (!waiting) {
    await noteBothWays(tx, state, event, 'slip')
    return 'known'
  }
  if (!isSure) return 'like-another'
  await creditWaiting(tx, event, waiting.id, memberId)
  return 'credited'
}
