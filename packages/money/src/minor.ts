/**
 * Money as whole minor units (satang, att): 1 baht = 100n, 1 kip = 100n. Both currencies keep two decimals on
 * the wire and on the screen (spec §9), so one exponent serves all.
 */
declare const minorBrand: unique symbol

/** An amount of money in minor units; may be negative. Only this package makes one from a number or a text. */
export type Minor = bigint & { readonly [minorBrand]: true }

/** The largest amount that any call may name: 100,000,000.00 (api: conventions). */
export const LARGEST_WIRE_AMOUNT = 100_000_000

/** The largest that is read. Balances in kip pass what one call may name; here a JSON number still tells hundredths apart. */
export const LARGEST_READ_AMOUNT = 10_000_000_000_000

const MINOR_PER_UNIT = 100n
const WIRE_SHAPE = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

function brand(value: bigint): Minor {
  // The one place where a bigint becomes money.
  return value as Minor
}

export const ZERO: Minor = brand(0n)

/** LARGEST_WIRE_AMOUNT in minor units. */
export const LARGEST_AMOUNT: Minor = /* @__PURE__ */ brand(/* @__PURE__ */ BigInt(`${LARGEST_WIRE_AMOUNT}00`))

/** Minor units as the database and the ledger write them. Throws a SyntaxError on anything but a whole number. */
export function fromMinorUnits(value: bigint | string): Minor {
  return brand(BigInt(value))
}

/**
 * A JSON number of the wire into minor units; null when it is not finite, has more than two decimals, or is beyond
 * LARGEST_READ_AMOUNT either way. It reads the number's shortest decimal text, so 1.15 is 115n and never 114n.
 */
export function fromWire(value: number): Minor | null {
  if (!Number.isFinite(value) || Math.abs(value) > LARGEST_READ_AMOUNT) return null
  return fromDecimalText(String(value))
}

/** As fromWire, for what is only read: the amount that a server meant which sums in floats, as 0.30000000000000004 is 30n. */
export function fromAnswer(value: number): Minor | null {
  // A sum's noise is far behind the decimals of money; what is more than noise is still no amount.
  return fromWire(value) ?? fromWire(Number(value.toFixed(6)))
}

/**
 * Minor units into the JSON number of the wire. Exact: a division is rounded as the reading of a decimal text is, so every amount up to 2^53 minor
 * units survives the way back.
 */
export function toWire(amount: Minor): number {
  return Number(amount) / Number(MINOR_PER_UNIT)
}

/** "1234.50": a plain decimal text with two decimals and no grouping, for QR payloads and logs. */
export function toDecimalText(amount: Minor): string {
  const sign = amount < 0n ? '-' : ''
  const absolute = amount < 0n ? -amount : amount
  const cents = (absolute % MINOR_PER_UNIT).toString().padStart(2, '0')
  return `${sign}${absolute / MINOR_PER_UNIT}.${cents}`
}

/** The reverse of toDecimalText, also for texts with no or one decimal; null for any other shape. */
export function fromDecimalText(text: string): Minor | null {
  const match = WIRE_SHAPE.exec(text)
  if (!match) return null
  const [, sign, whole, decimals] = match
  if (whole === undefined) return null
  const units = BigInt(whole) * MINOR_PER_UNIT + BigInt((decimals ?? '').padEnd(2, '0'))
  return brand(sign === '-' ? -units : units)
}

export function add(...amounts: readonly Minor[]): Minor {
  return brand(amounts.reduce((sum: bigint, amount) => sum + amount, 0n))
}

export function subtract(from: Minor, amount: Minor): Minor {
  return brand(from - amount)
}

export function negate(amount: Minor): Minor {
  return brand(-amount)
}

/** `percent`, a whole number, of an amount, rounded down to a minor unit. Throws a RangeError where it is not whole. */
export function shareOf(amount: Minor, percent: number): Minor {
  return brand((amount * BigInt(percent)) / 100n)
}

/** As shareOf, rounded up: the least amount that is no less than the share. */
export function shareOfRoundedUp(amount: Minor, percent: number): Minor {
  return brand((amount * BigInt(percent) + 99n) / 100n)
}

export function smaller(one: Minor, other: Minor): Minor {
  return one < other ? one : other
}
