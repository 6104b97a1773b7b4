/**
 * Thai banks: the three digits that the Bank of Thailand numbers them by, and the symbols that they go by in feeds and on slips, ours first. Two of them have two
 * symbols in use, one from before its merger and one from after it.
 */
const THAI_BANKS: readonly (readonly [digits: string, ...symbols: readonly [string, ...string[]]])[] = [
  ['002', 'BBL'],
  ['004', 'KBANK'],
  ['006', 'KTB'],
  ['011', 'TMB', 'TTB'],
  ['014', 'SCB'],
  ['017', 'CITI'],
  ['018', 'SMBC'],
  ['020', 'SCBT'],
  ['022', 'CIMBT'],
  ['024', 'UOBT'],
  ['025', 'BAY'],
  ['030', 'GSB'],
  ['031', 'HSBC'],
  ['033', 'GHB'],
  ['034', 'BAAC'],
  ['065', 'TBANK'],
  ['066', 'ISBT', 'IBANK'],
  ['067', 'TISCO'],
  ['069', 'KKP'],
  ['070', 'ICBCT'],
  ['071', 'TCRB'],
  ['073', 'LHB'],
]

const digitsOf = new Map(THAI_BANKS.flatMap(([digits, ...symbols]) => symbols.map((one) => [one, digits])))
const symbolOf = new Map(
  THAI_BANKS.flatMap(([digits, first, ...others]) => [digits, ...others].map((one) => [one, first])),
)

/** The one symbol that we know a bank by, whichever of its names it comes under, its three digits included. A bank of no other name keeps its own. */
export function bankSymbol(code: string): string {
  return symbolOf.get(code) ?? code
}

/** Whether two names are one bank's. */
export function isSameBank(one: string, other: string): boolean {
  return bankSymbol(one) === bankSymbol(other)
}

/** Every name of the bank that this is one of. */
export function bankNames(code: string): readonly string[] {
  return THAI_BANKS.find((names) => names.includes(code)) ?? [code]
}

/** What the scheme of slips and a bank's look-up call the bank that sent a transfer: its three digits, or where it has none, as in Laos, its symbol. */
export function sendingBankOf(code: string): string {
  return digitsOf.get(code) ?? code
}
