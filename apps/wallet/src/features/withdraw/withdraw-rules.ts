/** What a withdrawal may be, judged before the server is asked (spec §5). */
import type { AnswerOf } from '@kapao/contract/call'
import type { lookupWithdraw } from '@kapao/contract/lookup'
import type { getWallet } from '@kapao/contract/wallet'
import { parseAmountIn, roundDownToCoin, roundUpToCoin } from '@kapao/money/currency'
import { isTooLarge } from '@kapao/money/format'
import { fromMinorUnits, type Minor, smaller, ZERO } from '@kapao/money/minor'
import { creditsToWallet, roundDownToStep } from '@kapao/money/ratio'
import { type ActiveBonus, isHolding, standingOf } from '../../lib/condition.ts'

export type Limits = AnswerOf<typeof lookupWithdraw>

/** Where no limits are known; the server judges all the same. */
const LEAST = fromMinorUnits(1n)

/** Limits that no amount could be within are none: the server judges. Nothing is no amount, nor is what no coin can pay, whatever the least may be. */
export function usable(limits: Limits | null, currency: string): Limits | null {
  if (!limits || limits.withdrawMax <= ZERO || limits.withdrawMax < limits.withdrawMin) return null
  const withdrawMin = roundUpToCoin(limits.withdrawMin < LEAST ? LEAST : limits.withdrawMin, currency)
  return { ...limits, withdrawMin }
}

export interface Within {
  /** Wallet and games together. */
  readonly total: Minor
  /** Null where none are known. */
  readonly limits: Limits | null
  readonly currency: string
  /** No game is open, or all have just said what they hold. Otherwise a total may fall short of what there is, and the server judges. */
  readonly isSure: boolean
}

/** under-minimum: all that there is falls short of the least, so that no amount would do. */
export type Problem = 'unreadable' | 'minimum' | 'under-minimum' | 'maximum' | 'not-enough'

export type Judged =
  | { readonly kind: 'empty' }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'ready'; readonly amount: Minor }

/** So that no amount would do. At its goal a bonus may be over by the time that the server judges. */
export function isHeldBack(active: ActiveBonus | undefined): boolean {
  return active !== undefined && isHolding(active) && standingOf(active)?.missing !== ZERO
}

export function isSure({ slots }: Pick<AnswerOf<typeof getWallet>, 'slots'>): boolean {
  return !slots.some(({ isActive }) => isActive)
}

export function judge(typed: string, within: Within): Judged {
  const { limits, currency } = within
  if (typed.trim() === '') return { kind: 'empty' }
  const isPoor = limits !== null && within.isSure && within.total < limits.withdrawMin
  const outside = (limit: Problem): Judged => ({
    kind: 'problem',
    problem: isPoor ? 'under-minimum' : limit,
  })
  // The smaller of the two limits is the one to tell: mended by the larger, the amount would only be refused again.
  const tooMuch = isCapped(within) || (limits !== null && !within.isSure) ? 'maximum' : 'not-enough'
  // Beyond what any amount may be is beyond what there is, too.
  if (isTooLarge(typed)) return outside(tooMuch)
  const amount = parseAmountIn(currency, typed)
  if (amount === null) return { kind: 'problem', problem: 'unreadable' }
  if (amount < (limits?.withdrawMin ?? LEAST)) return outside('minimum')
  if (within.isSure ? amount > most(within) : limits !== null && amount > limits.withdrawMax) {
    return outside(tooMuch)
  }
  return { kind: 'ready', amount }
}

/** Said while one is still typing: more digits mend an amount that is too little, but never one that is too much, nor a balance. */
export function isBeyondMending(judged: Judged): boolean {
  return judged.kind === 'problem' && judged.problem !== 'unreadable' && judged.problem !== 'minimum'
}

/** More than is known to be there, where more may be. */
export function isBeyondKnown(typed: string, { total, currency, isSure }: Within): boolean {
  return !isSure && (parseAmountIn(currency, typed) ?? ZERO) > total
}

/** There is more than one withdrawal may be. */
export function isCapped({ total, limits }: Pick<Within, 'total' | 'limits'>): boolean {
  return limits !== null && total > limits.withdrawMax
}

type Held = Pick<AnswerOf<typeof getWallet>['slots'][number], 'name' | 'amount' | 'ftWalletSlot'>

/** At least one of the game's steps: what is less stays there always. */
function hasMore({ amount, ftWalletSlot }: Held): boolean {
  return roundDownToStep(creditsToWallet(amount, ftWalletSlot), ftWalletSlot) > 0n
}

/** What the games kept when they were collected for an amount that did not come together, and how much less can be withdrawn at once. */
export function keptByGames(
  { wallet, slots }: { readonly wallet: { readonly amount: Minor }; readonly slots: readonly Held[] },
  asked: Minor,
  within: Within,
): { readonly games: readonly string[]; readonly now: Minor | null } {
  const now = everything({ ...within, total: wallet.amount })
  const isEnough = now >= (within.limits?.withdrawMin ?? LEAST)
  return {
    games: slots.filter(hasMore).map(({ name }) => name),
    now: isEnough && now < asked ? now : null,
  }
}

function most({ total, limits }: Pick<Within, 'total' | 'limits'>): Minor {
  return limits ? smaller(total, limits.withdrawMax) : total
}

/** What "all" means: what there is, as far as one withdrawal goes and can be paid. */
export function everything({ total, limits, currency }: Within): Minor {
  return roundDownToCoin(most({ total, limits }), currency)
}
