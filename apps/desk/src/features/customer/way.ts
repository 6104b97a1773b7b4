import { bonusEndOf } from '@kapao/contract/bonus-end'
import type { Text } from '../../lib/i18n.ts'

/** A game goes by its own name. */
const placeKeys = [
  ['BANK', 'customer.place-BANK'],
  ['WALLET', 'customer.place-WALLET'],
  ['SYSTEM', 'customer.place-SYSTEM'],
] as const

function placeOf(t: Text, named: string): string {
  const key = placeKeys.find(([name]) => name === named)?.[1]
  return key ? t(key) : named
}

/** Where the money of a statement went, or what became of a bonus that ended. */
export function wayOf(t: Text, row: Parameters<typeof bonusEndOf>[0]): string {
  const end = bonusEndOf(row)
  return end === null ? `${placeOf(t, row.from)} → ${placeOf(t, row.to)}` : t(`customer.end-${end}`)
}
