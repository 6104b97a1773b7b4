import type { Locale } from './locale.ts'

export interface BankNames {
  readonly nameTH: string
  readonly nameEN: string
  readonly nameLA?: string | undefined
}

/** A bank's name in a language. Not every bank has a Lao one: Lao readers know the English name better than the Thai one. */
export function bankNameIn(locale: Locale, { nameTH, nameEN, nameLA }: BankNames): string {
  if (locale === 'th') return nameTH || nameEN
  return (locale === 'la' && nameLA) || nameEN || nameTH
}
