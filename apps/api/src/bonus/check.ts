import { checkMinimumBonus } from '@kapao/contract/bonus'
import { checkActiveBonus } from '@kapao/contract/bonus-active'
import { ZERO } from '@kapao/money/minor'
import { findActive, holdingsOf, rememberTold, shownTotalOf } from '../condition/condition.ts'
import { boundsToTell, hasFailed, takenByClearing, withKnownBase } from '../condition/rule.ts'
import { askBalances } from '../games/ask-balances.ts'
import type { GameContext } from '../games/game-context.ts'
import { mount } from '../http/route.ts'

/** What stands of the member's condition, by what the games are shown to hold; what clearing takes by what they hold now. */
export function mountBonusChecks(context: GameContext): void {
  const { database } = context

  mount(context, checkActiveBonus, async ({ member }) => {
    const active = await findActive(database, member.id)
    if (!active) return { status: false, type: '' as const }
    const { kind, code, description, terms, standing } = active
    const shown = { status: true, type: kind, code, description, percentFail: terms.failPercent }
    if (standing.at !== 'running') {
      return {
        ...shown,
        state: 'chosen' as const,
        percent: terms.percent ?? undefined,
        cap: terms.cap ?? undefined,
        minDeposit: terms.minDeposit ?? undefined,
      }
    }
    return {
      ...shown,
      state: 'running' as const,
      bonus: standing.bonus,
      base: standing.base,
      total: await shownTotalOf(database, member.id),
      ...boundsToTell(terms, standing),
    }
  })

  mount(context, checkMinimumBonus, async ({ member }) => {
    // As clearing does: what was won or lost since the last look counts.
    const seen = await findActive(database, member.id)
    if (seen?.standing.at === 'running') await askBalances(context, member.id)
    const active = await findActive(database, member.id)
    if (!active) return { status: false, amount: ZERO }
    const { id, terms, standing } = active
    // Nothing has been credited yet: there is nothing that clearing could take.
    if (standing.at !== 'running') {
      await rememberTold(database, id, ZERO)
      return { status: true, amount: ZERO, taken: ZERO }
    }
    // What is promised here must be the worst that clearing may do, once it is known what the games hold, and what the base.
    const { most: total } = await holdingsOf(database, member.id)
    const known = withKnownBase(standing, total)
    const taken = takenByClearing(terms, known, total)
    await rememberTold(database, id, taken)
    return { status: hasFailed(terms, known, total), amount: boundsToTell(terms, known).failAt, taken }
  })
}
