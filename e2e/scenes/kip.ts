// The scenes are told in baht. In the Laos build the same is in kip, a thousand for a baht, as for the journeys (builds.ts).
import { builds, worth } from '../builds.ts'
import type { Trouble } from '../operator/server.ts'

const { currency } = builds.la
const money = new Set([
  'amount',
  'taken',
  'refundAmount',
  'refundCollected',
  'withdrawMin',
  'withdrawMax',
  'each',
  'base',
  'bonus',
  'successAt',
  'failAt',
])

/** The same answer from an operator in Laos. */
export function inKip({ body, ...trouble }: Trouble): Trouble {
  return { ...trouble, body: typeof body === 'function' ? () => kip(body()) : kip(body) }
}

function kip(told: unknown): unknown {
  if (Array.isArray(told)) return told.map(kip)
  if (typeof told !== 'object' || told === null) return told
  const isBonus = 'base' in told
  const isCoins = 'kind' in told && told.kind === 'coins'
  return Object.fromEntries(
    Object.entries(told).map(([key, value]) => {
      // How many lines a list has is called a total, too.
      const isMoney = !isCoins && (money.has(key) || (key === 'total' && isBonus))
      if (key === 'currency') return [key, currency]
      return [key, isMoney && typeof value === 'number' ? worth(currency, value) : kip(value)]
    }),
  )
}
