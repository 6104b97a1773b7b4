import { type Minor, toWire } from '@kapao/money/minor'

/** Writes JSON for the wire. Every bigint in Kapao is money in minor units, so it becomes a number with two decimals. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'bigint') return part
    // A bigint reaches an answer only as Minor: nothing else in the contract's types is one.
    return toWire(part as Minor)
  })
}
