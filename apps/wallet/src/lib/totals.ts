/** The one sum that the spec has the wallet make: all that a player owns, and its parts (spec §2, Home). A withdrawal is out of it, too: it collects the games first. */
import { add, type Minor } from '@kapao/money/minor'
import { creditsToWallet, type Ratio } from '@kapao/money/ratio'

interface GameBalance {
  readonly amount: Minor
  readonly ftWalletSlot: Ratio
}

/** What a game's credits are worth in the wallet's currency. */
export function worthOf({ amount, ftWalletSlot }: GameBalance): Minor {
  return creditsToWallet(amount, ftWalletSlot)
}

export interface Totals {
  readonly wallet: Minor
  readonly games: Minor
  readonly total: Minor
}

export function totalsOf(wallet: Minor, slots: readonly GameBalance[]): Totals {
  const games = add(...slots.map(worthOf))
  return { wallet, games, total: add(wallet, games) }
}
