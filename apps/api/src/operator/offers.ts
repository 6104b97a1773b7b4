import type { BonusType, listBonuses } from '@kapao/contract/bonus'
import type { AnswerOf } from '@kapao/contract/call'
import { banner, currencies, money } from '@kapao/contract/values'
import * as v from 'valibot'
import type { Queries } from '../database/database.ts'

export type Banner = AnswerOf<typeof listBonuses>['bonuses'][number]['banners'][number]

/** By currency; one that is absent, or null, has no such bound. */
const bounds = v.record(
  v.pipe(
    v.string(),
    v.check((name) => currencies.some((currency) => currency === name), 'no currency'),
  ),
  v.nullable(
    v.pipe(
      money,
      v.check((amount) => amount > 0n, 'not above zero'),
    ),
  ),
)
const offerJson = v.object({ cap: bounds, minDeposit: bounds })
const bonusJson = v.object({ ...offerJson.entries, banners: v.array(banner) })

/** What every offer on a deposit has: a share of it in per cent, by currency up to a cap and from a least deposit. */
export interface Offer extends v.InferOutput<typeof offerJson> {
  readonly code: string
  readonly description: string
  readonly percent: number
  readonly successPercent: number
  readonly failPercent: number
}

export interface Bonus extends Offer {
  readonly type: BonusType
  readonly maxReceived: number
  /** By all members together; null where there is no such limit. */
  readonly maxClaims: number | null
  readonly banners: Banner[]
}

export interface Offers {
  readonly bonuses: ReadonlyMap<string, Bonus>
  readonly promotions: ReadonlyMap<string, Offer>
}

/**
 * The offers whose terms can be read. Of another the bounds would count as none, and a deposit of any size bring its whole share: it is told
 * to `onProblem`, and not offered.
 */
function readable<Row extends { readonly code: string }, Json extends object>(
  kind: string,
  rows: readonly Row[],
  json: v.GenericSchema<unknown, Json>,
  onProblem: (problem: Error) => void,
): ReadonlyMap<string, Row & Json> {
  const offers = new Map<string, Row & Json>()
  for (const row of rows) {
    const read = v.safeParse(json, row)
    if (read.success) {
      offers.set(row.code, { ...row, ...read.output })
    } else {
      const [issue] = read.issues
      onProblem(new Error(`${kind} ${row.code} is not offered: ${v.getDotPath(issue)}: ${issue.message}`))
    }
  }
  return offers
}

/** The offers that are switched on. */
export async function readOffers(queries: Queries, onProblem: (problem: Error) => void): Promise<Offers> {
  const bonuses = await queries.query<Omit<Bonus, keyof v.InferOutput<typeof bonusJson>>>(
    `select code, description, percent, cap, min_deposit, success_percent, fail_percent, type, max_received, max_claims, banners
     from bonus where is_enabled order by position`,
  )
  const promotions = await queries.query<Omit<Offer, keyof v.InferOutput<typeof offerJson>>>(
    `select code, description, percent, cap, min_deposit, success_percent, fail_percent
     from promotion where is_enabled order by position`,
  )
  return {
    bonuses: readable('bonus', bonuses, bonusJson, onProblem),
    promotions: readable('promotion', promotions, offerJson, onProblem),
  }
}
