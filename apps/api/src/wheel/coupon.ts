import { claimCoupon, listCoupons } from '@kapao/contract/spinwheel'
import { fromMinorUnits, fromWire, type Minor, ZERO } from '@kapao/money/minor'
import { creditUnderCondition, lockActive } from '../condition/condition.ts'
import { addOwn, judgeInside } from '../condition/judge.ts'
import type { Queries } from '../database/database.ts'
import { askBalances } from '../games/ask-balances.ts'
import type { GameContext } from '../games/game-context.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { type Handler, mount } from '../http/route.ts'
import { type KeptAnswer, once } from '../intent/intent.ts'
import { post } from '../ledger/accounts.ts'
import type { Prize } from '../operator/wheel.ts'
import type { Member } from '../session/session.ts'
import { addStatement } from '../statement/statement.ts'
import { postCoins } from './coins.ts'

interface NewCoupon {
  readonly reference: string
  readonly member: Member
  readonly spinId: string
  readonly wheelCode: string
  readonly sliceCode: string
  readonly sliceLabel: string
  readonly prizeName: string
  readonly prize: Exclude<Prize, { kind: 'none' }>
}

/** Writes what a spin won, with its terms as they are now, in the spin's transaction. */
export async function writeCoupon(tx: Queries, coupon: NewCoupon): Promise<void> {
  const { member, prize } = coupon
  await tx.query(
    `insert into coupon (reference, member_id, spin_id, wheel_code, slice_code, slice_label, prize_name, kind, amount_minor, coins,
       success_percent, fail_percent, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(hours => $13))`,
    [
      coupon.reference,
      member.id,
      coupon.spinId,
      coupon.wheelCode,
      coupon.sliceCode,
      coupon.sliceLabel,
      coupon.prizeName,
      prize.kind,
      'amount' in prize ? (prize.amount[member.currency] ?? null) : null,
      prize.kind === 'coins' ? prize.coins : null,
      prize.kind === 'bonus' ? prize.successPercent : null,
      prize.kind === 'bonus' ? prize.failPercent : null,
      prize.validHours,
    ],
  )
}

const kinds = ['money', 'coins', 'bonus'] as const

/** The shape of a coupon's name to the outside. */
const REFERENCE_SHAPE = /^[\w-]{16}$/
/** A list of what can be claimed is for claiming; the rest follows when these are. */
const MOST_SHOWN = 500

const IS_WITHDRAWN = `exists (select 1 from wheel_slice s
  where s.wheel_code = c.wheel_code and s.code = c.slice_code and s.is_withdrawn)`

function amountOf(coupon: { readonly amountMinor: bigint | null; readonly coins: number | null }): Minor {
  if (coupon.amountMinor !== null) return fromMinorUnits(coupon.amountMinor)
  return fromWire(coupon.coins ?? 0) ?? ZERO
}

interface Won {
  readonly id: bigint
  readonly prizeName: string
  readonly kind: string
  readonly amountMinor: bigint | null
  readonly coins: number | null
  readonly successPercent: number | null
  readonly failPercent: number | null
  readonly isExpired: boolean
  readonly isWithdrawn: boolean
}

async function payMoney(tx: Queries, member: Member, { id }: Won, amount: Minor): Promise<void> {
  await post(tx, {
    kind: 'luckydraw',
    reference: String(id),
    from: { house: 'wheel', code: 'coupon', currency: member.currency },
    to: { memberId: member.id, kind: 'wallet' },
    amount,
  })
  await addStatement(tx, {
    memberId: member.id,
    type: 'bonus',
    status: 'SUCCESS',
    from: 'SYSTEM',
    to: 'WALLET',
    amount,
    sourceKind: 'coupon',
    sourceId: String(id),
  })
  // It is the member's own, as a deposit is: a running condition may be fulfilled by it.
  await addOwn(tx, member.id, amount)
  await judgeInside(tx, member.id)
}

async function giveCoins(tx: Queries, member: Member, { id, coins }: Won): Promise<void> {
  const { result } = await postCoins(tx, member.id, {
    kind: 'coupon',
    reference: String(id),
    amount: coins ?? 0,
  })
  if (result !== 'posted') throw new Error(`coins of coupon ${id} were ${result}`)
}

/** Pays a coupon, once. The member's wallet is locked first, as by all that pays: fifty claims at once are one after the other. */
async function claim(tx: Queries, member: Member, reference: string) {
  if (!REFERENCE_SHAPE.test(reference)) return refuse('INVALID_CODE')
  const active = await lockActive(tx, member.id)
  const [won] = await tx.query<Won>(
    `select c.id, c.prize_name, c.kind, c.amount_minor, c.coins, c.success_percent, c.fail_percent,
       c.state = 'expired' or c.expires_at <= now() as is_expired, ${IS_WITHDRAWN} as is_withdrawn
     from coupon c where c.reference = $1 and c.member_id = $2 and c.state <> 'claimed' for update of c`,
    [reference, member.id],
  )
  if (!won) return refuse('NO_CLAIMABLE_COUPON')
  if (won.isExpired) return refuse('COUPON_EXPIRED')
  if (won.isWithdrawn) return refuse('INVALID_PRIZE_CODE')
  const kind = kinds.find((known) => known === won.kind)
  if (!kind) return refuse('INVALID_COUPON_TYPE')
  if (kind === 'bonus' && active) return refuse('BONUS_REMAINING')
  const amount = amountOf(won)
  let condition: bigint | null = null
  if (kind === 'money') await payMoney(tx, member, won, amount)
  else if (kind === 'coins') await giveCoins(tx, member, won)
  else {
    condition = await creditUnderCondition(tx, member, {
      kind: 'bonus',
      description: won.prizeName,
      amount,
      successPercent: won.successPercent ?? 0,
      failPercent: won.failPercent ?? 0,
    })
  }
  await tx.query("update coupon set state = 'claimed', ended_at = now(), condition_id = $2 where id = $1", [
    won.id,
    condition,
  ])
  const claimed: KeptAnswer = { status: 200, answer: { success: true, amount } }
  return claimed
}

export function mountCoupons(context: GameContext): void {
  const { database } = context

  mount(context, listCoupons, async ({ member }) => {
    const rows = await database.query<{
      reference: string
      sliceLabel: string
      prizeName: string
      kind: (typeof kinds)[number]
      amountMinor: bigint | null
      coins: number | null
      expiresAt: Date
      successPercent: number | null
      failPercent: number | null
    }>(
      `select c.reference, c.slice_label, c.prize_name, c.kind, c.amount_minor, c.coins, c.expires_at,
         c.success_percent, c.fail_percent
       from coupon c
       where c.member_id = $1 and c.state = 'open' and c.expires_at > now() and c.kind = any($2) and not ${IS_WITHDRAWN}
       order by c.id desc limit ${MOST_SHOWN}`,
      [member.id, kinds],
    )
    return {
      coupons: rows.map((row) => ({
        _id: row.reference,
        prize: { name: row.prizeName, slice: row.sliceLabel },
        amount: amountOf(row),
        kind: row.kind,
        expiresAt: row.expiresAt.toISOString(),
        ...(row.successPercent !== null && { success: row.successPercent }),
        ...(row.failPercent !== null && { fail: row.failPercent }),
      })),
    }
  })

  const answerClaim: Handler<typeof claimCoupon> = async ({ body, member, intent }) => {
    const [judged] = await database.query(
      `select 1 from coupon where reference = $1 and member_id = $2 and state = 'open' and (kind = 'bonus' or (kind = 'money'
         and exists (select 1 from condition where member_id = $2 and state = 'running')))`,
      [body.coupon, member.id],
    )
    // A bonus begins a condition, and money may meet one: what was won or lost since the last look must count.
    if (judged) await askBalances({ ...context, isPatient: true }, member.id)
    const outcome = await once(database, intent, (tx) => claim(tx, member, body.coupon))
    return isRefusal(outcome) ? { success: false as const, error: outcome.refused } : outcome
  }
  // No coupon is a wrong one, and told in the same form.
  mount(context, claimCoupon, answerClaim, { misfitIsEmpty: true })
}
