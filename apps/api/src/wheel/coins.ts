import type { Minor } from '@kapao/money/minor'
import * as v from 'valibot'
import type { Queries } from '../database/database.ts'
import { coinsPerDeposit, timeZone } from '../operator/settings.ts'

/** Why coins come and go: a deposit, a spin, a claimed coupon, a gift of the operator's. */
export type CoinKind = 'deposit' | 'spin' | 'coupon' | 'gift'

export interface CoinsPosted {
  readonly result: 'posted' | 'duplicate' | 'insufficient'
  /** What the member has now. */
  readonly coins: number
}

/** Gives or takes coins by the one function that may (migrations: coin_post). */
export async function postCoins(
  tx: Queries,
  memberId: bigint,
  {
    kind,
    reference,
    amount,
  }: { readonly kind: CoinKind; readonly reference: string; readonly amount: number },
): Promise<CoinsPosted> {
  const [row] = await tx.query<CoinsPosted>('select result, coins from coin_post($1, $2, $3, $4)', [
    memberId,
    kind,
    reference,
    amount,
  ])
  if (!row) throw new Error('coin_post answered nothing')
  return row
}

/** Coins for a deposit: one for each full `each` of it, as long as the day's most is not reached. */
export function coinsFor(
  amount: Minor,
  rule: { readonly each: Minor; readonly perDay: number },
  today: number,
) {
  const earned = amount / rule.each
  const left = Math.max(0, rule.perDay - today)
  return earned < BigInt(left) ? Number(earned) : left
}

/** What decides on coins, as it stands in the database. */
const earning = v.object({ wheelActive: v.literal(true), coinsPerDeposit, timeZone })

/** What the member's deposits have earned since the region's midnight. */
export async function coinsOfToday(tx: Queries, memberId: bigint, zone: string): Promise<number> {
  const [row] = await tx.query<{ today: number }>(
    `select coalesce(sum(amount), 0)::int as today from coin_entry
     where member_id = $1 and kind = 'deposit' and created_at >= period_start(now(), 'day', $2, 1)`,
    [memberId, zone],
  )
  return row?.today ?? 0
}

/**
 * A deposit has settled in this transaction: the member earns the operator's coins for it. Nonsense in the settings earns nothing: money
 * that came in must not wait for coins. While the wheel is switched off nothing is earned.
 */
export async function earnCoins(
  tx: Queries,
  deposit: { readonly memberId: bigint; readonly amount: Minor; readonly source: string },
): Promise<void> {
  const { memberId, amount, source } = deposit
  const [row] = await tx.query<{ currency: string; settings: unknown }>(
    `select currency, (select jsonb_object_agg(name, value) from operator_setting
       where name in ('wheelActive', 'coinsPerDeposit', 'timeZone')) as settings
     from member where id = $1`,
    [memberId],
  )
  const settings = v.safeParse(earning, row?.settings)
  const rule = row && settings.success ? settings.output.coinsPerDeposit[row.currency] : undefined
  if (!settings.success || !rule || amount < rule.each) return
  // The wallet was locked by the deposit: those that settle at once are counted one after the other.
  const coins = coinsFor(amount, rule, await coinsOfToday(tx, memberId, settings.output.timeZone))
  if (coins > 0) await postCoins(tx, memberId, { kind: 'deposit', reference: source, amount: coins })
}
