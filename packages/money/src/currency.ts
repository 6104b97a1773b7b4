import { parseAmount } from './format.ts'
import { fromMinorUnits, type Minor, toDecimalText } from './minor.ts'

const MINOR_PER_KIP = 100n

/**
 * What of an amount can be handed out in its currency, rounded down: whole kip, whose hundredths nobody has seen for decades, and satang.
 * For shares that the operator gives; what a member has is never rounded.
 */
export function roundDownToCoin(amount: Minor, currency: string): Minor {
  return currency === 'LAK' ? fromMinorUnits(amount - (amount % MINOR_PER_KIP)) : amount
}

/** The least amount that its coins can pay and that is no less. For a goal that is told. */
export function roundUpToCoin(amount: Minor, currency: string): Minor {
  const below = roundDownToCoin(amount, currency)
  return below === amount ? amount : fromMinorUnits(below + MINOR_PER_KIP)
}

/** `parseAmount` of format.ts for this currency: null, too, for what no coin of it can pay. */
export function parseAmountIn(currency: string, text: string): Minor | null {
  const amount = parseAmount(text)
  return amount === null || roundDownToCoin(amount, currency) !== amount ? null : amount
}

/** What parseAmountIn reads as this amount, as players type it: "500.00" baht, "500000" kip. What no coin can pay keeps its decimals. */
export function toTypedText(currency: string, amount: Minor): string {
  const text = toDecimalText(amount)
  return currency === 'LAK' ? text.replace(/\.00$/, '') : text
}
