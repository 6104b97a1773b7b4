import { type Minor, subtract } from '@kapao/money/minor'
import type { Database, Queries } from '../database/database.ts'
import { advance, findActive, holdingsOf, lockActive, settleBase } from './condition.ts'
import { bonusFor, next } from './rule.ts'

/** Thrown to undo the transaction: its deposit moves a condition, and nobody has asked the member's games for it. */
export class GamesNotAsked extends Error {
  readonly memberId: bigint

  constructor(memberId: bigint) {
    super(`the games of member ${memberId} have to be asked before a deposit`)
    this.memberId = memberId
  }
}

/** A deposit has settled in this transaction: its condition ends, begins or is judged with it, by what the games have just been asked for. */
export async function applyDeposit(
  tx: Queries,
  memberId: bigint,
  amount: Minor,
  isAsked: boolean,
): Promise<void> {
  const locked = await lockActive(tx, memberId)
  if (!locked) return
  const isRunning = locked.standing.at === 'running'
  if (!isRunning && bonusFor(locked.terms, amount) <= 0n) return
  if (!isAsked) throw new GamesNotAsked(memberId)
  const { least, most, isInDoubt } = await holdingsOf(tx, memberId)
  const active = isRunning && !isInDoubt ? await settleBase(tx, locked, subtract(most, amount)) : locked
  const to = next(active.terms, active.standing, {
    kind: 'deposit',
    amount,
    total: most,
    doubtful: subtract(most, least),
  })
  // A success by what is in doubt waits until it is known: the transfer's end judges again, or the next look at the games. Nothing would come back to
  // a failure, which this money hides; and where even the most that there may be is too little of the least base, it is certain.
  const stays = isRunning && (to.at === 'running' || (isInDoubt && to.at === 'success'))
  await (stays ? addOwn(tx, memberId, amount) : advance(tx, active, to))
}

/** Money of the member's own came in: clearing the condition takes none of it. */
export async function addOwn(tx: Queries, memberId: bigint, amount: Minor): Promise<void> {
  await tx.query(
    `update condition set added_minor = added_minor + $2 where member_id = $1 and state = 'running'`,
    [memberId, amount],
  )
}

/** Judges a running condition by what the member has now. To be called whenever that may have changed. */
export async function judgeCondition(database: Database, memberId: bigint): Promise<void> {
  const seen = await findActive(database, memberId)
  if (seen?.standing.at !== 'running') return
  await database.transaction((tx) => judgeInside(tx, memberId))
}

/** As judgeCondition, in a transaction that has just changed what the member has. */
export async function judgeInside(tx: Queries, memberId: bigint): Promise<void> {
  const locked = await lockActive(tx, memberId)
  if (!locked) return
  const { most: total, isInDoubt } = await holdingsOf(tx, memberId)
  if (isInDoubt) return
  const active = await settleBase(tx, locked, total)
  await advance(tx, active, next(active.terms, active.standing, { kind: 'balance', total }))
}

/**
 * Money of the member's own that was outside the total is back (a withdrawal that the bank refused): the condition's base grows with
 * it, or the refusal would count as a win.
 */
export async function raiseBase(tx: Queries, memberId: bigint, amount: Minor): Promise<void> {
  await tx.query(
    `update condition set base_minor = base_minor + $2 where member_id = $1 and state = 'running'`,
    [memberId, amount],
  )
}
