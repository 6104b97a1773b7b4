import { fromMinorUnits, type Minor } from './minor.ts'

const RATIO_SCALE = 1_000_000n
const DIGITS_OF_A_DOUBLE = 15
/** What has so many digits was no one's figure, and is a fraction that goes on: noughts at the end of a double are not written, so that it has fewer than it could. */
const DIGITS_OF_A_FRACTION = 12

/**
 * A game's ratio (ftWalletSlot): one credit is worth `units / scale` of the wallet's currency, so that no float takes part; credits are
 * hundredths at the provider, as money is here. JSON writes it as the wire's number.
 */
export class Ratio {
  readonly units: bigint
  readonly scale: bigint
  /** It stands for a fraction that no decimals can write, as 0.03333333333333333 for 1/30. */
  readonly isRounded: boolean

  /** Made by parseRatio and ratioFromWire, which check it: above zero. */
  constructor(units: bigint, scale = RATIO_SCALE, isRounded = false) {
    this.units = units
    this.scale = scale
    this.isRounded = isRounded
  }

  toJSON(): number {
    return Number(this.units) / Number(this.scale)
  }
}

/** A decimal text such as "10", "0.5", "1000" into a ratio; null when it is not a positive decimal of at most six places. */
export function parseRatio(text: string): Ratio | null {
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const value = BigInt(match[1] ?? '0') * RATIO_SCALE + BigInt((match[2] ?? '').padEnd(6, '0'))
  return value > 0n ? new Ratio(value) : null
}

/**
 * The wire's JSON number into a ratio, with all of its decimals; null when it is not above zero. Of a server that counts in floats it is the
 * ratio that was meant, as 0.30000000000000004 is 0.3.
 */
export function ratioFromWire(value: number): Ratio | null {
  const meant = String(Number(value.toPrecision(DIGITS_OF_A_DOUBLE)))
  // At most six decimals are no noise, however many digits stand before them.
  return parseRatio(String(value)) ?? parseRatio(meant) ?? longRatio(meant)
}

function longRatio(text: string): Ratio | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  const units = BigInt(whole + decimals)
  if (units === 0n) return null
  return new Ratio(units, 10n ** BigInt(decimals.length), String(units).length >= DIGITS_OF_A_FRACTION)
}

/** The ratio by which an amount was ordered as so many credits (walletToCredits, exactly): that of its day, whatever the operator's is now. */
export function ratioOfOrder(amount: Minor, credits: Minor): Ratio {
  return new Ratio((amount * RATIO_SCALE) / credits)
}

/** What `credits` (hundredths) are worth in the wallet's minor units, rounded down. */
export function creditsToWallet(credits: Minor, { units, scale, isRounded }: Ratio): Minor {
  // What a rounded ratio lacks must not take a whole unit away: 30 credits at 1/30 are 1.00. This is more than that, and less than a fraction leaves.
  const lacking = isRounded ? scale / 10_000n : 0n
  return fromMinorUnits((credits * units + lacking) / scale)
}

/** Credits (hundredths) for an amount, or null when the amount is no whole number of hundredths. */
export function walletToCredits(amount: Minor, { units, scale }: Ratio): Minor | null {
  const scaled = amount * scale
  return scaled % units === 0n ? fromMinorUnits(scaled / units) : null
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestCommonDivisor(other, one % other)
}

/**
 * The largest amount not above `amount` that is a whole number of credit hundredths and of minor units. Of a rounded ratio only the server
 * knows the step: then it is the amount.
 */
export function roundDownToStep(amount: Minor, { units, scale, isRounded }: Ratio): Minor {
  if (isRounded) return amount
  // A ratio such as 0.333 makes single credits no whole minor units: only every so many of them are.
  const step = units / greatestCommonDivisor(units, scale)
  return fromMinorUnits(amount - (amount % step))
}
