/** What a withdrawal may be, judged before the server is asked (spec §5). */
import type { AnswerOf } from '@kapao/contract/call'
import type { lookupWithdraw } from '@kapao/contract/lookup'
import type { getWallet } from '@kapao/contract/wallet'
import { isTooLarge, parseAmount } from '@kapao/money/format'
import { add, fromMinorUnits, type Minor, smaller } from '@kapao/money/minor'
import { creditsToWallet } from '@kapao/money/ratio'

export type Limits = AnswerOf<typeof lookupWithdraw>

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

export function judge(typed: string, total: Minor, limits: Limits | null): Judged {
  if (typed.trim() === '') return { kind: 'empty' }
  // Beyond what any amount may be is beyond what there is, too.
  if (isTooLarge(typed)) return { kind: 'problem', problem: limits ? 'maximum' : 'not-enough' }
  const amount = parseAmount(typed)
  if (amount === null) return { kind: 'problem', problem: 'unreadable' }
  if (amount < (limits?.withdrawMin ?? LEAST)) return { kind: 'problem', problem: 'minimum' }
  if (limits && amount > limits.withdrawMax) return { kind: 'problem', problem: 'maximum' }
  if (amount > total) return { kind: 'problem', problem: 'not-enough' }
  return { kind: 'ready', amount }
}

/** What "all" means: what there is, as far as one withdrawal goes. */
export function everything(total: Minor, limits: Limits | null): Minor {
  return limits ? smaller(total, limits.withdrawMax) : total
}
