import { type BankNames, bankNameIn } from '@kapao/browser/bank-name'
import type { Locale } from '@kapao/browser/locale'
import { region } from '../../lib/region.ts'

interface Bank extends BankNames {
  readonly code: string
}

/** The banks as choices in the player's language, the recommended ones first and marked. */
export function bankOptions(
  banks: readonly Bank[],
  locale: Locale,
  recommended: string,
): { value: string; label: string }[] {
  const { recommendedBanks } = region
  const first = banks.filter(({ code }) => recommendedBanks.includes(code))
  const rest = banks.filter(({ code }) => !recommendedBanks.includes(code))
  return [
    ...first.map((bank) => ({
      value: bank.code,
      label: `${bankNameIn(locale, bank)}\u00a0· ${recommended}`,
    })),
    ...rest.map((bank) => ({ value: bank.code, label: bankNameIn(locale, bank) })),
  ]
}
