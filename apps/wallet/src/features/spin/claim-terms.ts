/** What a coupon brings with it, said before it is claimed. */
import { type ActiveBonus, isHolding } from '../../lib/condition.ts'
import type { Coupon } from './spin-queries.ts'

/**
 * money, coins: theirs at once. held: money that cannot be withdrawn before the running bonus ends. bonus: a condition begins with it. blocked: it
 * waits until the active bonus has ended. unknown: which of these, while nobody knows whether a bonus is active. Null of a coupon that does not say
 * what it is, another server's.
 */
export function claimTerms({ kind, success }: Pick<Coupon, 'kind' | 'success'>, active?: ActiveBonus) {
  if (kind === undefined || kind === 'coins') return kind ?? null
  if (active === undefined) return 'unknown'
  if (kind === 'money') return isHolding(active) ? 'held' : 'money'
  if (active.status) return 'blocked'
  // Its goal counts from the total with the bonus in it: up to all of that is reached at once.
  return success !== undefined && success <= 100 ? 'money' : 'bonus'
}
