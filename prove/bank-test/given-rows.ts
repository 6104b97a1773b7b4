// What the house gives by itself (bonuses, and what the wheel lets win), as its tables have it, and what arrived that a bonus is a share of.
import type { QueryResultRow } from 'pg'

export interface ConditionRow {
  readonly member: string
  readonly kind: string
  readonly code: string
  readonly state: string
  /** Of the deposit; null where the credit is no share of one. */
  readonly percent: bigint | null
  readonly cap: bigint | null
  readonly minDeposit: bigint | null
  readonly chosenAtMs: number
  readonly endedAtMs: number | null
  /** The moment of the transaction that paid it, to the microsecond; null before that. */
  readonly appliedAt: string | null
  readonly bonus: bigint | null
  readonly taken: bigint
  /** What it was the prize of, if it was: the amount of that coupon. */
  readonly couponAmount: bigint | null
}
/** A coin counts as one baht, as on the wire. */
export interface CouponRow {
  readonly reference: string
  readonly member: string
  readonly kind: string
  readonly state: string
  readonly amount: bigint
  /** What its slice of the wheel says. */
  readonly prize: bigint
  /** What the ledger, or the coins' book, gave the member for it. */
  readonly paid: bigint
}
export interface SpinRow {
  readonly member: string
  readonly slice: string
  /** After its coin was taken; null when none was. */
  readonly coinsLeft: bigint | null
  readonly kind: string
  readonly coupons: number
}
/** Money of the member's own that came into the wallet from outside. */
export interface ArrivalRow {
  readonly member: string
  readonly amount: bigint
  /** The moment of its transaction, to the microsecond. */
  readonly at: string
  readonly atMs: number
}

export interface GivenRows {
  readonly conditions: readonly ConditionRow[]
  readonly coupons: readonly CouponRow[]
  readonly spins: readonly SpinRow[]
  readonly arrivals: readonly ArrivalRow[]
}

const CONDITIONS = `select m.username as member, c.kind, c.code, c.state, c.percent, c.cap_minor, c.min_deposit_minor,
    extract(epoch from c.chosen_at) * 1000 as chosen_at_ms, extract(epoch from c.ended_at) * 1000 as ended_at_ms,
    c.applied_at::text, c.bonus_minor, c.taken_minor, p.amount_minor as coupon_minor
  from condition c join member m on m.id = c.member_id left join coupon p on p.condition_id = c.id`

const COUPONS = `select c.reference, m.username as member, c.kind, c.state, coalesce(c.amount_minor, c.coins * 100) as amount,
    (case c.kind when 'coins' then s.coins * 100 else (s.amount ->> m.currency)::numeric * 100 end)::bigint as prize,
    coalesce((select sum(e.amount_minor) from ledger_movement v join ledger_entry e on e.movement_id = v.id
        join ledger_account a on a.id = e.account_id and a.member_id = c.member_id and a.kind = 'wallet'
        where (v.kind = 'luckydraw' and v.reference = c.id::text) or (v.kind = 'bonus' and v.reference = c.condition_id::text)), 0)
      + coalesce((select sum(amount) * 100 from coin_entry
        where kind = 'coupon' and reference = c.id::text and member_id = c.member_id), 0) as paid
  from coupon c join member m on m.id = c.member_id
    join wheel_slice s on s.wheel_code = c.wheel_code and s.code = c.slice_code`

const SPINS = `select m.username as member, s.slice_code, e.balance_after, s.kind,
    (select count(*)::int from coupon c where c.spin_id = s.id) as coupons
  from wheel_spin s join member m on m.id = s.member_id
    left join coin_entry e on e.kind = 'spin' and e.reference = s.id::text and e.member_id = s.member_id and e.amount = -1`

const ARRIVALS = `select m.username as member, v.amount_minor, v.created_at::text as at, extract(epoch from v.created_at) * 1000 as at_ms
  from ledger_movement v join ledger_account a on a.id = v.to_account and a.kind = 'wallet' join member m on m.id = a.member_id
  where v.kind in ('deposit', 'deposit-matched', 'voucher')`

function minorOrNull(value: unknown): bigint | null {
  return value === null ? null : BigInt(String(value))
}

export async function readGiven(rows: (sql: string) => Promise<QueryResultRow[]>): Promise<GivenRows> {
  const [conditions, coupons, spins, arrivals] = await Promise.all(
    [CONDITIONS, COUPONS, SPINS, ARRIVALS].map((sql) => rows(sql)),
  )
  if (!conditions || !coupons || !spins || !arrivals) throw new Error('a question had no answer')
  return {
    conditions: conditions.map((row) => ({
      member: row.member,
      kind: row.kind,
      code: row.code,
      state: row.state,
      percent: minorOrNull(row.percent),
      cap: minorOrNull(row.cap_minor),
      minDeposit: minorOrNull(row.min_deposit_minor),
      chosenAtMs: Number(row.chosen_at_ms),
      endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
      appliedAt: row.applied_at,
      bonus: minorOrNull(row.bonus_minor),
      taken: BigInt(row.taken_minor),
      couponAmount: minorOrNull(row.coupon_minor),
    })),
    coupons: coupons.map((row) => ({
      reference: row.reference,
      member: row.member,
      kind: row.kind,
      state: row.state,
      amount: BigInt(row.amount),
      prize: BigInt(row.prize),
      paid: BigInt(row.paid),
    })),
    spins: spins.map((row) => ({
      member: row.member,
      slice: row.slice_code,
      coinsLeft: minorOrNull(row.balance_after),
      kind: row.kind,
      coupons: row.coupons,
    })),
    arrivals: arrivals.map((row) => ({
      member: row.member,
      amount: BigInt(row.amount_minor),
      at: row.at,
      atMs: Number(row.at_ms),
    })),
  }
}
