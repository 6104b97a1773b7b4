/**
 * What several screens of the member ask for, by one name each, so that they show the same figures. After anything that may have moved
 * money call `useMoneyMoved()`: balances, games, statement and offers are all asked for anew (a balance that lags behind its statement is what
 * players fear most).
 */
import { after } from '@kapao/browser/timers'
import { checkActiveBonus } from '@kapao/contract/bonus-active'
import { getWallet } from '@kapao/contract/wallet'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from './http.ts'
import { useText } from './i18n.ts'
import { mending } from './mending.ts'
import { currencyOf, region } from './region.ts'

export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: ({ signal }) => ask(getWallet, { signal }),
})

/**
 * What stands beside a member's amounts. Empty where the build has several currencies and the wallet, which says whose it is, has not come: an amount
 * with the wrong one would be a wrong amount.
 */
export function useCurrencyLabel(): string {
  const t = useText()
  const wallet = useQuery({ ...walletQuery, refetchInterval: mending }).data
  if (!wallet && region.currencies.length > 1) return ''
  return t(`app.currency-${currencyOf(wallet?.wallet.currency)}`)
}

/** What of a bonus, promotion, invite bonus or refund is active, and how far it is. */
export const activeBonusQuery = queryOptions({
  queryKey: ['bonus', 'active'],
  queryFn: ({ signal }) => ask(checkActiveBonus, { signal }),
})

/** The first words of the keys of everything that money may change. */
const touchedByMoney = [
  'wallet',
  'profile',
  'statements',
  'games',
  'bonus',
  'invites',
  'refund',
  'wheel',
] as const

/** Those of a line that has just gone would be waited for until it is back. */
const LONGEST_MS = 10_000

/** Resolves when the new figures are there, or take too long: what was done is told without them then. */
export function notForever(figures: Promise<unknown>): Promise<unknown> {
  return Promise.race([figures, new Promise<void>((enough) => after(LONGEST_MS, enough))])
}

/** Resolves when what is on the screen has its new figures, but waits for them no longer than `notForever`. Never rejects. */
export function useMoneyMoved(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    notForever(Promise.all(touchedByMoney.map((first) => queries.invalidateQueries({ queryKey: [first] }))))
}
