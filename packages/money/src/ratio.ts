import { fromMinorUnits, type Minor } from './minor.ts'

const RATIO_SCALE = 1_000_000n

/**
 * A game's ratio (ftWalletSlot): one credit is worth this much of the wallet's currency. Kept as millionths so that no float takes
 * part; credits are hundredths at the provider, as money is here. JSON writes it as the wire's number.
 */
export class Ratio {
  readonly millionths: bigint

  /** Made by parseRatio and ratioFromWire, which check it: above zero. */
  constructor(millionths: bigint) {
    this.millionths = millionths
  }

  toJSON(): number {
    return Number(this.millionths) / Number(RATIO_SCALE)
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
 * The wire's JSON number into a ratio; null when it is not above zero. Of a server that counts in floats it is the ratio that was meant, as
 * 0.30000000000000004 is 0.3.
 */
export function ratioFromWire(value: number): Ratio | null {
  return parseRatio(String(value)) ?? parseRatio(value.toFixed(6))
}

/** The ratio by which an amount was ordered as so many credits (walletToCredits, exactly): that of its day, whatever the operator's is now. */
export function ratioOfOrder(amount: Minor, credits: Minor): Ratio {
  return new Ratio((amount * RATIO_SCALE) / credits)
}

/** What `credits` (hundredths) are worth in the wallet's minor units, rounded down. */
export function creditsToWallet(credits: Minor, ratio: Ratio): Minor {
  return fromMinorUnits((credits * ratio.millionths) / RATIO_SCALE)
}

/** Credits (hundredths) for an amount, or null when the amount is no whole number of hundredths. */
export function walletToCredits(amount: Minor, ratio: Ratio): Minor | null {
  const scaled = amount * RATIO_SCALE
  return scaled % ratio.millionths === 0n ? fromMinorUnits(scaled / ratio.millionths) : null
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestCommonDivisor(other, one % other)
}

/** The largest amount not above `amount` that is a whole number of credit hundredths and of minor units. */
export function roundDownToStep(amount: Minor, ratio: Ratio): Minor {
  // A ratio such as 0.333 makes single credits no whole minor units: only every so many of them are.
  const creditsInStep = RATIO_SCALE / greatestCommonDivisor(ratio.millionths, RATIO_SCALE)
  const step = (creditsInStep * ratio.millionths) / RATIO_SCALE
  return fromMinorUnits(amount - (amount % step))
}
