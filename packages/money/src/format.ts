import { fromDecimalText, LARGEST_AMOUNT, type Minor, toDecimalText } from './minor.ts'

const THAI_ZERO = 0x0e50
const LAO_ZERO = 0x0ed0

/** "1,234.50" in every language: players compare with their bank app, and Intl's Lao swaps the marks. */
export function formatMinor(amount: Minor): string {
  const [whole = '', decimals] = toDecimalText(amount).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}

/** "1,234.50", but "1,234" where there is nothing behind the point: for limits and amounts to choose, which nobody compares with a statement. */
export function formatShort(amount: Minor): string {
  return formatMinor(amount).replace(/\.00$/, '')
}

/** Thai and Lao digits as 0-9; everything else as it is. */
export function latinDigits(text: string): string {
  return text.replace(/[๐-๙໐-໙]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (code >= LAO_ZERO ? LAO_ZERO : THAI_ZERO))
  })
}

/**
 * What a player typed into an amount field, strictly: Latin, Thai or Lao digits, `,` in groups of three, and one `.` or
 * `,` before at most two decimals (some keyboards have no point). Null when it is not plainly one amount from 0 to 100,000,000.
 */
export function parseAmount(text: string): Minor | null {
  const amount = readAmount(text)
  return amount === null || amount > LARGEST_AMOUNT ? null : amount
}

/** Whether what was typed is plainly an amount, and only too large a one: then that is what the player must be told. */
export function isTooLarge(text: string): boolean {
  const amount = readAmount(text)
  return amount !== null && amount > LARGEST_AMOUNT
}

function readAmount(text: string): Minor | null {
  const typed = latinDigits(text).replace(/[\s\u00a0\u200b]/g, '')
  if (!/^[\d.,]+$/.test(typed)) return null
  // No grouped number begins with a zero: 0,500 is half a unit with a zero too many, or nothing that can be told.
  const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d{0,2})?$/.test(typed)
  const plain = grouped ? typed.replace(/,/g, '') : typed.replace(',', '.')
  return fromDecimalText(plain.replace(/\.$/, '').replace(/^\./, '0.'))
}
