import { type Minor, toWire } from '@kapao/money/minor'

/** Writes JSON for the wire. Every bigint in Kapao is money in minor units, so it becomes a number with two decimals. */
export function toJson(value: unknown): string {
  return JSON.stringify(withoutBigints(value))
}

/**
 * Walked by hand: a replacer is called for every part there is, and takes longer than all else of it. What has no amount in it stays the same
 * object, and of what has some, a copy is made as a whole and its amounts replaced: built name by name, it took five times as long.
 */
function withoutBigints(part: unknown): unknown {
  // A bigint reaches an answer only as Minor: nothing else in the contract's types is one.
  if (typeof part === 'bigint') return toWire(part as Minor)
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map(withoutBigints)
  // What writes itself (a date, a ratio) is left to do so.
  if ('toJSON' in part) return part
  let copy: Record<string, unknown> | null = null
  for (const name in part) {
    const before: unknown = Reflect.get(part, name)
    const after = withoutBigints(before)
    if (after === before) continue
    copy ??= { ...part }
    copy[name] = after
  }
  return copy ?? part
}
