/** A currency as people read it: BAHT is the spelling of the wire alone. */
export function shownCurrency(currency: string): string {
  return currency === 'BAHT' ? 'THB' : currency
}
