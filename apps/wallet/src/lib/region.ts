/**
 * What differs between the Thai and the Laos build: a flag of the build (VITE_KAPAO_REGION), never of the player. Rules that the server also judges are here only to say so early.
 */

import type { Locale } from '@kapao/browser/locale'
import type { Currency } from '@kapao/contract/values'

export type RegionKey = 'th' | 'la'

export interface Region {
  readonly key: RegionKey
  readonly defaultLocale: Locale
  /** The first is the default. With only one there is no choice to show. */
  readonly currencies: readonly [Currency, ...Currency[]]
  readonly countryCode: string
  /** What a normalised phone number must look like, and an example of one. */
  readonly phone: RegExp
  readonly phoneExample: string
  readonly recommendedBanks: readonly string[]
  readonly bankAccountDigits: readonly [min: number, max: number]
}

const thailand: Region = {
  key: 'th',
  defaultLocale: 'th',
  currencies: ['THB'],
  countryCode: '66',
  phone: /^\d{10}$/,
  phoneExample: '0812345678',
  recommendedBanks: ['KBANK', 'KTB'],
  bankAccountDigits: [10, 15],
}

const laos: Region = {
  key: 'la',
  defaultLocale: 'la',
  currencies: ['LAK', 'BAHT'],
  countryCode: '856',
  phone: /^(020\d{8}|030\d{7})$/,
  phoneExample: '02055512345',
  recommendedBanks: [],
  bankAccountDigits: [6, 20],
}

export function regionOf(key: string | undefined): Region {
  return key === 'la' ? laos : thailand
}

// Compared here, where the build knows both: the other region's rules stay out of what a player loads.
export const region = import.meta.env.VITE_KAPAO_REGION === 'la' ? laos : thailand

/** The currency of an account, as the wire names it: baht under either of its names. A server that names none means the build's default. */
export function currencyOf(named: string | undefined, { currencies } = region): Currency {
  return knownCurrency(named, { currencies }) ?? currencies[0]
}

/** The same, undefined of one that is not this build's. */
export function knownCurrency(
  named: string | undefined,
  { currencies }: Pick<Region, 'currencies'> = region,
): Currency | undefined {
  const name = named?.trim().toUpperCase()
  const isBaht = name === 'THB' || name === 'BAHT'
  return currencies.find((currency) => currency === name || (isBaht && currency !== 'LAK'))
}
