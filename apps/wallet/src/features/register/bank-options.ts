import type { Locale } from '@kapao/browser/locale'
import { region } from '../../lib/region.ts'

interface Bank {
  readonly code: string
  readonly nameTH: string
  readonly nameEN: string
  readonly nameLA?: string | undefined
}

/** The banks as choices in the player's language, the recommended ones first and marked. */
export function bankOptions(
  banks: readonly Bank[],
  locale: Locale,
  recommended: string,
  recommendedBanks = region.recommendedBanks,
): { value: string; label: string }[] {
  const first = banks.filter(({ code }) => recommendedBanks.includes(code))
  const rest = banks.filter(({ code }) => !recommendedBanks.includes(code))
  return [
    ...first.map((bank) => ({ value: bank.code, label: `${nameOf(bank, locale)} ·\u00a0${recommended}` })),
    ...rest.map((bank) => ({ value: bank.code, label: nameOf(bank, locale) })),
  ]
}

function nameOf(bank: Bank, locale: Locale): string {
  if (locale === 'th') return bank.nameTH
  return locale === 'la' ? (bank.nameLA ?? bank.nameEN) : bank.nameEN
}
