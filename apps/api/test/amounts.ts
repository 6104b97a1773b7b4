import { fromDecimalText, type Minor } from '@kapao/money/minor'

/** An amount as a test writes it: "100.50". */
export function parseDecimal(text: string): Minor {
  const amount = fromDecimalText(text)
  if (amount === null) throw new Error(`not an amount: ${text}`)
  return amount
}
