import {
  addRefundToWallet,
  checkRefund,
  listRefundBanners,
  listRefunds,
  receiveRefund,
} from '@kapao/contract/refund'
import { roundDownToCoin } from '@kapao/money/currency'
import { add, fromMinorUnits, type Minor, shareOf, ZERO } from '@kapao/money/minor'
import { creditUnderCondition, findActive, isInDoubt, lockActive } from '../condition/condition.ts'
import type { Queries } from '../database/database.ts'
import { askBase, type KnownBase } from '../games/ask-balances.ts'
import type { GameContext } from '../games/game-context.ts'
import { bannersAt } from '../http/picture-address.ts'
import { refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import { type KeptAnswer, once } from '../intent/intent.ts'
import type { OperatorState } from '../operator/operator.ts'
import type { Member } from '../session/session.ts'
import { lastPeriodEnd, markMember } from './loss-mark.ts'

interface Loss {
  /** By which end of a period it is refunded, once. */
  readonly periodStart: string
  readonly amount: Minor
}

/**
 * What was lost in the last period and not refunded yet: the difference of its two marks. Null for a win. Where the operator has made periods begin
 * earlier, the last one that was marked stays the last until the next ends.
 */
async function lossOf(queries: Queries, memberId: bigint, periodStart: string): Promise<Loss | null> {
  const [row] = await queries.query<{ periodStart: string; loss: bigint }>(
    `select l.period_start::text as period_start, l.lost_minor - coalesce((select b.lost_minor from loss_mark b
         where b.member_id = l.member_id and b.period_start < l.period_start order by b.period_start desc limit 1), 0) as loss
     from (select * from loss_mark where member_id = $1 and period_start >= $2::timestamptz
         order by period_start desc limit 1) l
     where not exists (select 1 from refund r where r.member_id = l.member_id and r.period_start = l.period_start)`,
    [memberId, periodStart],
  )
  return row && row.loss > 0n ? { periodStart: row.periodStart, amount: fromMinorUnits(row.loss) } : null
}

function refundFor({ refundPercent }: OperatorState, { currency }: Member, loss: Minor): Minor {
  return roundDownToCoin(shareOf(loss, refundPercent), currency)
}

function minimumFor({ refundMin }: OperatorState, { currency }: Member): Minor {
  return refundMin[currency] ?? ZERO
}

function isUnderMinimum(state: OperatorState, member: Member, amount: Minor): boolean {
  return amount <= 0n || amount < minimumFor(state, member)
}

async function collectedOf(queries: Queries, memberId: bigint): Promise<Minor> {
  const [row] = await queries.query<{ amount: bigint }>(
    `select coalesce(sum(amount_minor), 0)::bigint as amount from refund where member_id = $1 and condition_id is null`,
    [memberId],
  )
  return fromMinorUnits(row?.amount ?? 0n)
}

/** Turns the last period's losses into a collected refund. The member's wallet is locked: fifty at once are one after the other. */
async function receive(tx: Queries, state: OperatorState, member: Member, periodStart: string) {
  const active = await lockActive(tx, member.id)
  const loss = await lossOf(tx, member.id, periodStart)
  if (loss === null) return refuse('NO_REFUND')
  if (active) return refuse('REFUND_CONDITION')
  const amount = refundFor(state, member, loss.amount)
  if (isUnderMinimum(state, member, amount)) {
    return refuse('REFUND_MINIMUM', { min: minimumFor(state, member) })
  }
  await tx.query(
    'insert into refund (member_id, period_start, loss_minor, amount_minor) values ($1, $2::timestamptz, $3, $4)',
    [member.id, loss.periodStart, loss.amount, amount],
  )
  const received: KeptAnswer = { status: 200, answer: { message: 'REFUND_SUCCESS' } }
  return received
}

/**
 * Pays all that was collected into the wallet, as bonus money under a condition. The least refund was asked for when it was received: one that the
 * operator raises later keeps nothing back. `base`: what is known of the condition's; of `nothing` was collected when that was asked for, and what has been since
 * waits for the next time.
 */
async function addToWallet(tx: Queries, state: OperatorState, member: Member, base: KnownBase) {
  const active = await lockActive(tx, member.id)
  const rows = await tx.query<{ id: bigint; amountMinor: bigint }>(
    'select id, amount_minor from refund where member_id = $1 and condition_id is null for update',
    [member.id],
  )
  if (rows.length === 0 || base === 'nothing') return refuse('NO_REFUND')
  if (active) return refuse('REFUND_CONDITION')
  const amount = add(...rows.map((row) => fromMinorUnits(row.amountMinor)))
  // A transfer that is under way leaves the base open, too, also one that was not yet when the games were asked.
  if (base === 'unsure' || (await isInDoubt(tx, member.id))) return refuse('REFUND_CONDITION')
  const condition = await creditUnderCondition(tx, member, {
    kind: 'refund',
    description: state.refundDescription,
    amount,
    successPercent: state.refundSuccessPercent,
    failPercent: state.refundFailPercent,
  })
  await tx.query('update refund set condition_id = $1 where id = any($2::bigint[])', [
    condition,
    rows.map((row) => row.id),
  ])
  const added: KeptAnswer = { status: 200, answer: { message: 'REFUND_SUCCESS', amount } }
  return added
}

function mountRefundReads(context: GameContext): void {
  const { database, operator } = context
  mount(context, checkRefund, async ({ member }) => {
    const state = operator.current()
    const periodStart = await lastPeriodEnd(database, state)
    if (state.refundActive) await markMember(context, member.id, periodStart)
    const loss = state.refundActive ? await lossOf(database, member.id, periodStart) : null
    const refundAmount = refundFor(state, member, loss?.amount ?? ZERO)
    return {
      result: loss !== null && !isUnderMinimum(state, member, refundAmount),
      bonus: (await findActive(database, member.id)) !== null,
      info: state.refundInfo,
      refundAmount,
      refundSuccess: state.refundSuccessPercent,
      refundFail: state.refundFailPercent,
      refundCollected: await collectedOf(database, member.id),
      refundMin: minimumFor(state, member),
      isActive: state.refundActive,
    }
  })

  mount(context, listRefunds, async ({ body, member }) => {
    const rows = await database.query<{ amountMinor: bigint; createdAt: Date; isAdded: boolean }>(
      'select amount_minor, created_at, condition_id is not null as is_added from refund where member_id = $1 order by id desc limit $2 offset $3',
      [member.id, body.limit, (body.page - 1) * body.limit],
    )
    const [count] = await database.query<{ total: number }>(
      'select count(*)::int as total from refund where member_id = $1',
      [member.id],
    )
    return {
      total: count?.total ?? 0,
      refunds: rows.map((row) => ({
        refundAmount: fromMinorUnits(row.amountMinor),
        createdAt: row.createdAt.toISOString(),
        isAdded: row.isAdded,
      })),
    }
  })

  mount(context, listRefundBanners, async ({ apiOrigin }) => ({
    banners: bannersAt(apiOrigin, operator.current().refundBanners),
  }))
}

export function mountRefund(context: GameContext): void {
  const { database, operator } = context
  mountRefundReads(context)

  mount(context, receiveRefund, async ({ member, intent }) => {
    const state = operator.current()
    if (!state.refundActive) return refuse('REFUND_INACTIVE')
    const periodStart = await lastPeriodEnd(database, state)
    await markMember(context, member.id, periodStart)
    return once(database, intent, (tx) => receive(tx, state, member, periodStart))
  })

  mount(context, addRefundToWallet, async ({ member, intent }) => {
    // The base must hold what was won since the last look.
    const base = await askBase(context, member.id, await collectedOf(database, member.id))
    return once(database, intent, (tx) => addToWallet(tx, operator.current(), member, base))
  })
}
