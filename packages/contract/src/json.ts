import { type Minor, toWire } from '@kapao/money/minor'

/** Writes JSON for the wire. Every bigint in Kapao is money in minor units, so it becomes a number with two decimals. */
export function toJson(value: unknown): string {
  return JSON.stringify(withoutBigints(value))
}

/** Walked by hand: a replacer is called for every part there is, and takes longer than all else of it. */
function withoutBigints(part: unknown): unknown {
  // A bigint reaches an answer only as Minor: nothing else in the contract's types is one.
  if (typeof part === 'bigint') return toWire(part as Minor)
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map(withoutBigints)
  // What writes itself (a date, a ratio) is left to do so.
  if ('toJSON' in part) return part
  const plain: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(part)) plain[name] = withoutBigints(value)
  return plain
}
