import { randomBytes, randomUUID } from 'node:crypto'
import { setupWheel, spinWheel } from '@kapao/contract/spinwheel'
import { wheelActive } from '@kapao/contract/spinwheel-active'
import type { Queries } from '../database/database.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { type KeptAnswer, once } from '../intent/intent.ts'
import type { Slice, Wheel } from '../operator/wheel.ts'
import type { Member } from '../session/session.ts'
import { coinsOfToday, postCoins } from './coins.ts'
import { writeCoupon } from './coupon.ts'
import { draw, oddsOf, totalWeight } from './draw.ts'

/** A text of a slice for this member. The wheel was judged: it has one for every currency. */
function textFor(texts: Readonly<Record<string, string>>, { currency }: Member): string {
  return texts[currency] ?? ''
}

function shown(wheel: Wheel, member: Member, isOddsPublished: boolean) {
  const total = totalWeight(wheel.slices)
  return wheel.slices.map((slice: Slice) => ({
    code: slice.code,
    label: textFor(slice.label, member),
    bgColor: slice.bgColor,
    textColor: slice.textColor,
    htmlDescription: textFor(slice.htmlDescription, member),
    isPrize: slice.prize.kind !== 'none',
    ...(isOddsPublished && { odds: oddsOf(slice, total) }),
  }))
}

/** Takes the coin, draws, and writes what was won: all of it or nothing. */
async function spin(tx: Queries, wheel: Wheel | null, member: Member) {
  if (!wheel) return refuse('NO_DATA')
  const id = randomUUID()
  const { result, coins } = await postCoins(tx, member.id, { kind: 'spin', reference: id, amount: -1 })
  if (result === 'insufficient') return refuse('NO_COIN')
  const slice = draw(wheel.slices)
  const label = textFor(slice.label, member)
  await tx.query(
    `insert into wheel_spin (id, member_id, wheel_code, slice_code, label, kind) values ($1, $2, $3, $4, $5, $6)`,
    [id, member.id, wheel.code, slice.code, label, slice.prize.kind],
  )
  if (slice.prize.kind !== 'none') {
    await writeCoupon(tx, {
      reference: randomBytes(12).toString('base64url'),
      member,
      spinId: id,
      wheelCode: wheel.code,
      sliceCode: slice.code,
      sliceLabel: label,
      prizeName: textFor(slice.prizeName, member),
      prize: slice.prize,
    })
  }
  const spun: KeptAnswer = {
    status: 200,
    answer: { success: true, result: { code: slice.code, label, remainingCoin: coins } },
  }
  return spun
}

export function mountWheel(context: RouteContext): void {
  const { database, operator } = context

  mount(context, wheelActive, async () => ({ isActive: operator.current().wheel !== null }))

  mount(context, setupWheel, async ({ member }) => {
    const { wheel, wheelOddsPublished, wheelActive: isOn, coinsPerDeposit, timeZone } = operator.current()
    const rule = isOn ? coinsPerDeposit[member.currency] : undefined
    const today = rule ? await coinsOfToday(database, member.id, timeZone) : 0
    const [row] = await database.query<{ coin: number }>('select coin from member where id = $1', [member.id])
    return {
      name: wheel?.name ?? '',
      slices: wheel ? shown(wheel, member, wheelOddsPublished) : [],
      userCoin: row?.coin ?? 0,
      ...(rule && { earning: { ...rule, left: Math.max(0, rule.perDay - today) } }),
    }
  })

  mount(context, spinWheel, async ({ member, intent }) => {
    const outcome = await once(database, intent, (tx) => spin(tx, operator.current().wheel, member))
    return isRefusal(outcome) ? { success: false as const, error: outcome.refused } : outcome
  })
}
