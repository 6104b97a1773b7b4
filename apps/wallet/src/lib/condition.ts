/** How far an active bonus is, for every screen that says so. Other servers give no figures: then there is nothing to measure. */
import type { checkActiveBonus } from '@kapao/contract/bonus-active'
import type { AnswerOf } from '@kapao/contract/call'
import { type Minor, subtract, ZERO } from '@kapao/money/minor'

export type ActiveBonus = AnswerOf<typeof checkActiveBonus>

export interface Standing {
  readonly total: Minor
  /** Reaching it ends the bonus in success. */
  readonly goal: Minor
  /** So little is left that it is no longer on its way: the next deposit ends it, and cancelling is free. */
  readonly hasFailed: boolean
  /** What is missing; zero when it has been reached. */
  readonly missing: Minor
  /** From 0 to 1. */
  readonly part: number
}

/**
 * Whether a bonus is known to hold withdrawals back. One that is chosen and waits for a deposit does not; of a server that says only that one
 * is active it may be either.
 */
export function isHolding({ status, state, base, successAt }: ActiveBonus): boolean {
  return status && (state === undefined ? (base ?? successAt) !== undefined : state === 'running')
}

/** Null while it waits for a deposit, and where the server gives no figures. */
export function standingOf({ status, state, total, successAt, failAt }: ActiveBonus): Standing | null {
  if (!status || state === 'chosen' || total === undefined || successAt === undefined) return null
  const missing = total >= successAt ? ZERO : subtract(successAt, total)
  // In whole thousandths: the bar needs no more.
  const thousandths = missing === ZERO ? 1000n : total <= ZERO ? 0n : (total * 1000n) / successAt
  const hasFailed = missing > ZERO && failAt !== undefined && total <= failAt
  return { total, goal: successAt, hasFailed, missing, part: Number(thousandths) / 1000 }
}
