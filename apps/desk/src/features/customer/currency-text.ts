import { currencies } from '@kapao/contract/values'
import type { Text } from '../../lib/i18n.ts'

/** The currency as the wallet says it; one that only this operator has goes by its code. */
export function currencyText(t: Text, named: string): string {
  const currency = currencies.find((one) => one === named)
  return currency === undefined ? named : t(`customer.currency-${currency}`)
}
