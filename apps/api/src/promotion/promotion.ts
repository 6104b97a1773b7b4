import { activatePromotion, currentPromotion, findPromotion } from '@kapao/contract/promotion'
import { codeTyped } from '@kapao/contract/text'
import { choose } from '../condition/choose.ts'
import { findActive, lockActive } from '../condition/condition.ts'
import type { Queries } from '../database.ts'
import { askAfterChoice } from '../games/ask-balances.ts'
import type { GameContext } from '../games/game-context.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import type { Offer } from '../operator/offers.ts'
import type { Member } from '../session/session.ts'

async function activate(tx: Queries, member: Member, promotion: Offer) {
  const active = await lockActive(tx, member.id)
  if (active?.kind === 'promotion' && active.code === promotion.code) return refuse('BONUS_ALREADY_ACTIVE')
  if (active) return refuse('BONUS_REMAINING')
  const received = await tx.query(
    `select 1 from condition where member_id = $1 and kind = 'promotion' and code = $2 and applied_at is not null`,
    [member.id, promotion.code],
  )
  if (received.length > 0) return refuse('PROMOTION_RECEIVED')
  await choose(tx, member, 'promotion', promotion)
  return { message: 'SUCCESS' as const }
}

export function mountPromotion(context: GameContext): void {
  const { database, operator } = context
  const find = (code: string) => operator.current().promotions.get(codeTyped(code))

  mount(context, currentPromotion, async ({ member }) => {
    const active = await findActive(database, member.id)
    if (active?.kind !== 'promotion') return { promotion: null }
    const { code, description, terms } = active
    return { promotion: { code, description, percentFail: terms.failPercent } }
  })

  mount(context, findPromotion, async ({ params }) => {
    const promotion = find(params.code)
    if (!promotion) return refuse('NO_PROMOTION')
    const { code, description, failPercent } = promotion
    return { code, description, percentFail: failPercent }
  })

  mount(context, activatePromotion, async ({ params, member, log }) => {
    const promotion = find(params.code)
    if (!promotion) return refuse('NO_PROMOTION')
    const chosen = await database.transaction((tx) => activate(tx, member, promotion))
    if (!isRefusal(chosen)) await askAfterChoice({ ...context, log }, member.id)
    return chosen
  })
}
