import { bonusEndOf } from '@kapao/contract/bonus-end'
import type { Text } from '../../lib/i18n.ts'

const placeKeys = [
  ['BANK', 'customer.place-BANK'],
  ['WALLET', 'customer.place-WALLET'],
  ['SYSTEM', 'customer.place-SYSTEM'],
] as const

type GameNames = Readonly<Record<string, string>>

/** A game goes by its own name, and one that nobody has a name for by its code. */
function placeOf(t: Text, games: GameNames, named: string): string {
  const key = placeKeys.find(([name]) => name === named)?.[1]
  return key ? t(key) : (games[named] ?? named)
}

/** Where the money of a statement went, or what became of a bonus that ended. */
export function wayOf(t: Text, games: GameNames, row: Parameters<typeof bonusEndOf>[0]): string {
  const end = bonusEndOf(row)
  return end === null
    ? `${placeOf(t, games, row.from)} → ${placeOf(t, games, row.to)}`
    : t(`customer.end-${end}`)
}
