import type { Minor } from '@kapao/money/minor'
import * as v from 'valibot'
import type { Queries } from '../database.ts'
import { coinsPerDeposit } from '../operator/settings.ts'

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

interface Earning {
  readonly currency: string
  readonly isActive: unknown
  readonly rules: unknown
  readonly today: number
}

/**
 * A deposit has settled in this transaction: the member earns the operator's coins for it. The settings are read as they are now, and
 * nonsense in them earns nothing: money that came in must not wait for coins. While the wheel is switched off nothing is earned.
 */
export async function earnCoins(
  tx: Queries,
  deposit: { readonly memberId: bigint; readonly amount: Minor; readonly source: string },
): Promise<void> {
  const { memberId, amount, source } = deposit
  const [earning] = await tx.query<Earning>(
    `with setting as (
       select (select value from operator_setting where name = 'wheelActive') as active,
         (select value from operator_setting where name = 'coinsPerDeposit') as rules,
         (select value #>> '{}' from operator_setting where name = 'timeZone') as zone)
     select m.currency, s.active as is_active, s.rules, coalesce((
       select sum(e.amount) from coin_entry e
       where e.member_id = m.id and e.kind = 'deposit' and e.created_at >= period_start(now(), 'day', s.zone, 1)), 0)::int as today
     from member m, setting s where m.id = $1`,
    [memberId],
  )
  const rules = v.safeParse(coinsPerDeposit, earning?.rules)
  if (earning?.isActive !== true || !rules.success) return
  const rule = rules.output[earning.currency]
  const coins = rule ? coinsFor(amount, rule, earning.today) : 0
  if (coins > 0) await postCoins(tx, memberId, { kind: 'deposit', reference: source, amount: coins })
}
