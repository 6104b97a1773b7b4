/** A bank by its name in the player's language. */
import { bankNameIn } from '@kapao/browser/bank-name'
import { loadState } from '@kapao/browser/load-state'
import { lookupBanks } from '@kapao/contract/lookup'
import { useQuery } from '@tanstack/react-query'
import { ask } from './http.ts'
import { useLocale } from './i18n.ts'

/**
 * Accounts carry the Thai and the English name; Lao ones come from the list of banks, where it has them. What has no code of a bank is found by its
 * name; what has no name goes by its code.
 */
export function useBankName(): (code: string, bank: { nameTH: string; nameEN: string }) => string {
  const locale = useLocale()
  const banks = useListedBanks()
  return (code, { nameTH, nameEN }) => {
    const listed = banks.data?.banks.find(
      (bank) => bank.code === code || (nameEN !== '' && bank.nameEN === nameEN),
    )
    return bankNameIn(locale, { nameTH, nameEN, nameLA: listed?.nameLA }) || code
  }
}

/** Until then a bank would have its English name for a moment, and its Lao one in the next. */
export function useAreBankNamesComing(): boolean {
  const isLao = useLocale() === 'la'
  return loadState(useListedBanks()) === 'loading' && isLao
}

function useListedBanks() {
  return useQuery({
    queryKey: ['banks'],
    queryFn: ({ signal }) => ask(lookupBanks, { signal }),
    enabled: useLocale() === 'la',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
