import { activatePromotion, currentPromotion, findPromotion } from '@kapao/contract/promotion'
import { codeTyped } from '@kapao/contract/text'
import { choose } from '../condition/choose.ts'
import { findActive, lockActive } from '../condition/condition.ts'
import type { Queries } from '../database/database.ts'
import { askAfterChoice } from '../games/ask-balances.ts'
import type { GameContext } from '../games/game-context.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import type { Offer } from '../operator/offers.ts'
import type { Member } from '../session/session.ts'

/** Who types what they were given errs a few times. */
const MISSES_PER_MINUTE = 30

/**
 * The promotion of a code that a member has typed. Only codes that there are not are counted; whoever has named too many is told nothing for the rest
 * of the minute, of those that there are neither.
 */
async function find({ limits, operator }: GameContext, member: Member, code: string) {
  const bucket = `promotion:${member.id}`
  const retryAfter = await limits.hit(bucket, MISSES_PER_MINUTE)
  if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
  const promotion = operator.current().promotions.get(codeTyped(code))
  if (!promotion) return refuse('NO_PROMOTION')
  await limits.takeBack(bucket)
  return promotion
}

async function hasReceived(queries: Queries, member: Member, { code }: Offer): Promise<boolean> {
  const received = await queries.query(
    `select 1 from condition where member_id = $1 and kind = 'promotion' and code = $2 and applied_at is not null`,
    [member.id, code],
  )
  return received.length > 0
}

async function activate(tx: Queries, member: Member, promotion: Offer) {
  const active = await lockActive(tx, member.id)
  if (active?.kind === 'promotion' && active.code === promotion.code) return refuse('BONUS_ALREADY_ACTIVE')
  if (active) return refuse('BONUS_REMAINING')
  if (await hasReceived(tx, member, promotion)) return refuse('PROMOTION_RECEIVED')
  await choose(tx, member, 'promotion', promotion)
  return { message: 'SUCCESS' as const }
}

export function mountPromotion(context: GameContext): void {
  const { database } = context

  mount(context, currentPromotion, async ({ member }) => {
    const active = await findActive(database, member.id)
    if (active?.kind !== 'promotion') return { promotion: null }
    const { code, description, terms } = active
    return { promotion: { code, description, percentFail: terms.failPercent } }
  })

  mount(context, findPromotion, async ({ params, member }) => {
    const promotion = await find(context, member, params.code)
    if (isRefusal(promotion)) return promotion
    const { code, description, failPercent } = promotion
    const received = await hasReceived(database, member, promotion)
    return { code, description, percentFail: failPercent, ...(received && { received }) }
  })

  mount(context, activatePromotion, async ({ params, member, log }) => {
    const promotion = await find(context, member, params.code)
    if (isRefusal(promotion)) return promotion
    const chosen = await database.transaction((tx) => activate(tx, member, promotion))
    if (!isRefusal(chosen)) await askAfterChoice({ ...context, log }, member.id)
    return chosen
  })
}
