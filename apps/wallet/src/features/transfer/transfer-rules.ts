/** What a transfer may be, judged before the server is asked (spec §5; api: Wallet). Amounts are in the wallet's currency throughout. */
import type { AnswerOf } from '@kapao/contract/call'
import type { Currency } from '@kapao/contract/values'
import type { getWallet } from '@kapao/contract/wallet'
import { parseAmountIn, roundDownToCoin } from '@kapao/money/currency'
import { isTooLarge } from '@kapao/money/format'
import { fromMinorUnits, LARGEST_AMOUNT, type Minor, smaller, ZERO } from '@kapao/money/minor'
import { creditsToWallet, type Ratio, roundDownToStep } from '@kapao/money/ratio'

export const WALLET = 'WALLET'

/** 1 in the wallet's currency. */
export const MINIMUM = fromMinorUnits(100n)

export interface Place {
  readonly code: string
  readonly name: string
  readonly available: Minor
  /** Null for the wallet itself, which has no steps. */
  readonly ratio: Ratio | null
  readonly isActive: boolean
}

export interface Draft {
  readonly from: string
  readonly to: string
  /** As typed. */
  readonly amount: string
}

export type Problem =
  | 'select-account'
  | 'same-account'
  | 'unreadable'
  | 'minimum'
  /** There is less than the minimum to move from there, so that no amount would do. */
  | 'under-minimum'
  | 'maximum'
  | 'not-enough'
  | 'no-step'

export type Judged =
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** Nothing to move: a transfer does nothing, transfer-and-play only opens the game. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'ready'; readonly amount: Minor; readonly typed: Minor }

export function placesOf(
  { wallet, slots }: AnswerOf<typeof getWallet>,
  walletName: string,
): readonly Place[] {
  return [
    { code: WALLET, name: walletName, available: wallet.amount, ratio: null, isActive: true },
    ...slots.map(({ code, name, amount, ftWalletSlot, isActive }) => ({
      code,
      name,
      available: creditsToWallet(amount, ftWalletSlot),
      ratio: ftWalletSlot,
      isActive,
    })),
  ]
}

export function judge(draft: Draft, places: readonly Place[], currency: Currency): Judged {
  if (movesNothing(draft.amount, currency)) return { kind: 'nothing' }
  const [from, to] = [activePlace(places, draft.from), activePlace(places, draft.to)]
  if (!from || !to) return { kind: 'problem', problem: 'select-account' }
  if (from.code === to.code) return { kind: 'problem', problem: 'same-account' }
  const isPoor = from.available < MINIMUM
  const tooMuch = isPoor ? 'under-minimum' : 'not-enough'
  if (isTooLarge(draft.amount))
    return { kind: 'problem', problem: from.available > LARGEST_AMOUNT ? 'maximum' : tooMuch }
  const typed = parseAmountIn(currency, draft.amount)
  if (typed === null) return { kind: 'problem', problem: 'unreadable' }
  // What a game holds is known to it alone: it judges, and so does the server.
  const isKnown = from.ratio === null
  if (typed < MINIMUM) return { kind: 'problem', problem: isKnown && isPoor ? 'under-minimum' : 'minimum' }
  if (isKnown && typed > from.available) return { kind: 'problem', problem: tooMuch }
  const amount = wholeSteps(typed, from, to)
  return amount < MINIMUM ? { kind: 'problem', problem: 'no-step' } : { kind: 'ready', amount, typed }
}

/** No amount, or zero. */
export function movesNothing(typed: string, currency: Currency): boolean {
  return typed.trim() === '' || parseAmountIn(currency, typed) === ZERO
}

/** More than a game was last known to hold, which may hold more by now. */
export function isBeyondKnown(draft: Draft, places: readonly Place[], currency: Currency): boolean {
  const judged = judge(draft, places, currency)
  const from = activePlace(places, draft.from)
  return judged.kind === 'ready' && from !== undefined && judged.typed > from.available
}

/** Whether money may lie in another place than this. */
export function maybeElsewhere(target: Place, places: readonly Place[]): boolean {
  return places.some(
    ({ code, isActive, ratio, available }) =>
      code !== target.code && isActive && (ratio !== null || available > ZERO),
  )
}

/** What would be moved, when that is not what was typed; else null. */
export function roundedAmount(draft: Draft, places: readonly Place[], currency: Currency): Minor | null {
  const judged = judge(draft, places, currency)
  return judged.kind === 'ready' && judged.amount !== judged.typed ? judged.amount : null
}

/** The most that can be moved at once, in coins of the currency and in whole steps of both games. */
export function everything(draft: Draft, places: readonly Place[], currency: Currency): Minor {
  const [from, to] = [activePlace(places, draft.from), activePlace(places, draft.to)]
  if (!from) return ZERO
  const whole = (amount: Minor): Minor => {
    const less = roundDownToCoin(wholeSteps(amount, from, to ?? from), currency)
    // A step of 6.50 kip is no whole kip: rounding for one may break the other.
    return less === amount ? amount : whole(less)
  }
  return whole(smaller(from.available, LARGEST_AMOUNT))
}

/** The largest amount not above this one that both places can count in whole hundredths of their credits. */
export function wholeSteps(amount: Minor, from: Place, to: Place): Minor {
  const before = to.ratio ? roundDownToStep(amount, to.ratio) : amount
  const after = from.ratio ? roundDownToStep(before, from.ratio) : before
  // Rounding for one may break the other's step; each round only goes down, so it ends.
  return after === amount ? after : wholeSteps(after, from, to)
}

export function activePlace(places: readonly Place[], code: string): Place | undefined {
  return places.find((place) => place.code === code && place.isActive)
}

/** Round amounts that are really there. One baht is several hundred kip. */
export function quickSteps(draft: Draft, places: readonly Place[], currency: Currency): readonly Minor[] {
  const available = activePlace(places, draft.from)?.available ?? ZERO
  return (currency === 'LAK' ? quickKip : quickBaht).filter((step) => step <= available)
}

const quickBaht = [fromMinorUnits(10_000n), fromMinorUnits(50_000n), fromMinorUnits(100_000n)]
const quickKip = [fromMinorUnits(5_000_000n), fromMinorUnits(10_000_000n), fromMinorUnits(50_000_000n)]
