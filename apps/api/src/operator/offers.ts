import type { BonusType, listBonuses } from '@kapao/contract/bonus'
import type { AnswerOf } from '@kapao/contract/call'
import type { Queries } from '../database.ts'

export type Banner = AnswerOf<typeof listBonuses>['bonuses'][number]['banners'][number]

/** What every offer on a deposit has: a share of it in per cent, by currency up to a cap and from a least deposit, in whole units. */
export interface Offer {
  readonly code: string
  readonly description: string
  readonly percent: number
  readonly cap: Readonly<Record<string, number>>
  readonly minDeposit: Readonly<Record<string, number>>
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

/** The offers that are switched on. */
export async function readOffers(queries: Queries): Promise<Offers> {
  const bonuses = await queries.query<Bonus>(
    `select code, description, percent, cap, min_deposit, success_percent, fail_percent, type, max_received, max_claims, banners
     from bonus where is_enabled order by position`,
  )
  const promotions = await queries.query<Offer>(
    `select code, description, percent, cap, min_deposit, success_percent, fail_percent
     from promotion where is_enabled order by position`,
  )
  return {
    bonuses: new Map(bonuses.map((one) => [one.code, one])),
    promotions: new Map(promotions.map((one) => [one.code, one])),
  }
}
