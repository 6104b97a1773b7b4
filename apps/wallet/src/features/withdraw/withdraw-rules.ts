/** What a withdrawal may be, judged before the server is asked (spec §5). */
import type { AnswerOf } from '@kapao/contract/call'
import type { lookupWithdraw } from '@kapao/contract/lookup'
import type { getWallet } from '@kapao/contract/wallet'
import { parseAmountIn, roundDownToCoin } from '@kapao/money/currency'
import { isTooLarge } from '@kapao/money/format'
import { add, fromMinorUnits, type Minor, smaller } from '@kapao/money/minor'
import { creditsToWallet } from '@kapao/money/ratio'

export type Limits = AnswerOf<typeof lookupWithdraw>

export interface Within {
  /** Wallet and games together. */
  readonly total: Minor
  /** Null where none are known. */
  readonly limits: Limits | null
  readonly currency: string
}

/** Where no limits are known; the server judges all the same. */
const LEAST = fromMinorUnits(1n)

export type Judged =
  | { readonly kind: 'empty' }
  | { readonly kind: 'problem'; readonly problem: 'unreadable' | 'minimum' | 'maximum' | 'not-enough' }
  | { readonly kind: 'ready'; readonly amount: Minor }

/** Wallet and games together: a withdrawal collects the games first. */
export function totalOf({ wallet, slots }: Pick<AnswerOf<typeof getWallet>, 'wallet' | 'slots'>): Minor {
  return add(wallet.amount, ...slots.map(({ amount, ftWalletSlot }) => creditsToWallet(amount, ftWalletSlot)))
}

export function judge(typed: string, { total, limits, currency }: Within): Judged {
  if (typed.trim() === '') return { kind: 'empty' }
  // Beyond what any amount may be is beyond what there is, too.
  if (isTooLarge(typed)) return { kind: 'problem', problem: limits ? 'maximum' : 'not-enough' }
  const amount = parseAmountIn(currency, typed)
  if (amount === null) return { kind: 'problem', problem: 'unreadable' }
  if (amount < (limits?.withdrawMin ?? LEAST)) return { kind: 'problem', problem: 'minimum' }
  if (limits && amount > limits.withdrawMax) return { kind: 'problem', problem: 'maximum' }
  if (amount > total) return { kind: 'problem', problem: 'not-enough' }
  return { kind: 'ready', amount }
}

/** What "all" means: what there is, as far as one withdrawal goes and can be paid. */
export function everything({ total, limits, currency }: Within): Minor {
  return roundDownToCoin(limits ? smaller(total, limits.withdrawMax) : total, currency)
}
