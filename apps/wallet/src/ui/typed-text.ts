import { latinDigits } from '@kapao/money/format'

const LONGEST_CODE = 8

/**
 * The Latin digits of a one-time code; Thai and Lao ones are turned, everything else falls out. Of a whole message that was pasted it is the
 * first row of digits that may be a code: what else it counts stands behind.
 */
export function codeIn(text: string): string {
  const typed = latinDigits(text)
  const row = /[^\d\s-]/.test(typed) ? /\d{4,8}|\d{3}[ -]\d{3}/.exec(typed) : null
  return (row?.[0] ?? typed).replace(/\D/g, '').slice(0, LONGEST_CODE)
}

/** Longer than the largest amount with all its groups and decimals. */
const LONGEST_AMOUNT = 20

/** "500k", "5 พัน", "20 ແສນ": the digits alone would be another amount. Kip is none of them. */
const TIMES_MORE = /\d\s*(?:k(?!ip)|m|ร้อย|พัน|หมื่น|แสน|ล้าน|ຮ້ອຍ|ພັນ|[ໝຫ]ມ?ື່ນ|ແສນ|ລ້ານ)/i

/**
 * What stays of an amount field's text, given the text before. A key that is no part of an amount falls out: a letter, a blank, and zeros
 * in front. Everything else stays as it was typed or pasted, for the parser of @kapao/money to refuse in sight of the player: "-50",
 * "1.2.3" or "1.234" tidied up would be another amount than the one that was meant.
 */
export function cleanAmount(text: string, before: string): string {
  const typed = latinDigits(text)
  if (isOneKey(typed, before)) return withoutStrays(typed)
  // A minus, too, as it is written beside what has left the wallet.
  return TIMES_MORE.test(typed) ? typed : typed.replace(/^[^\d.,−-]+|[^\d.,]+$/g, '')
}

function isOneKey(typed: string, before: string): boolean {
  if (typed.length !== before.length + 1) return false
  let same = 0
  while (same < before.length && typed[same] === before[same]) same += 1
  return typed.slice(same + 1) === before.slice(same)
}

function withoutStrays(text: string): string {
  return text
    .replace(/[^\d.,-]/g, '')
    .replace(/^(?=[.,])/, '0')
    .replace(/^0+(?=\d)/, '')
    .slice(0, LONGEST_AMOUNT)
}

/**
 * An amount that was typed without marks between its thousands, cut where they would stand: "1234567.5" is 1, 234 and 567.5. In one piece
 * where there is nothing to cut, or where cutting might make another amount of it.
 */
export function thousandsOf(text: string): readonly string[] {
  if (!/^\d+(\.\d{0,2})?$/.test(text)) return [text]
  const [whole = '', decimals] = text.split('.')
  const parts = whole.replace(/\B(?=(\d{3})+$)/g, ',').split(',')
  const last = parts.pop() ?? ''
  return [...parts, decimals === undefined ? last : `${last}.${decimals}`]
}
