/** What an amount must be before a QR code of it may be asked for (spec §5, §9). */

import type { Currency } from '@kapao/contract/values'
import { parseAmountIn } from '@kapao/money/currency'
import { isTooLarge } from '@kapao/money/format'
import { type Minor, ZERO } from '@kapao/money/minor'
import { type QrWay, qrAmounts } from './qr-amounts.ts'

/** idle: the button is disabled. below: it may be pressed and tells the minimum. above: more than any amount of the wire. */
export type QrAmount =
  | { readonly kind: 'idle'; readonly unreadable: boolean }
  | { readonly kind: 'below'; readonly minimum: Minor }
  | { readonly kind: 'above' }
  | { readonly kind: 'ready'; readonly amount: Minor }

export function judgeQrAmount(typed: string, way: QrWay, currency: Currency): QrAmount {
  const amount = parseAmountIn(currency, typed)
  if (isTooLarge(typed)) return { kind: 'above' }
  if (amount === null) return { kind: 'idle', unreadable: typed.trim() !== '' }
  if (amount <= ZERO) return { kind: 'idle', unreadable: false }
  const { minimum } = qrAmounts(way, currency)
  if (amount >= minimum) return { kind: 'ready', amount }
  // PAYTIMZ keeps its button disabled below its minimum; the others tell it.
  return way.key === 'PAYTIMZ' ? { kind: 'idle', unreadable: false } : { kind: 'below', minimum }
}

/** What an amount of this currency looks like, for one that cannot be read. */
export function unreadableKey(currency: Currency) {
  return currency === 'LAK' ? 'deposit.amount-whole' : 'deposit.amount-unreadable'
}
