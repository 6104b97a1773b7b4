import { activateBonus, listBonuses } from '@kapao/contract/bonus'
import { CHOICE_HELD_FOR, choose } from '../condition/choose.ts'
import { lockActive } from '../condition/condition.ts'
import type { Queries } from '../database/database.ts'
import { askAfterChoice } from '../games/ask-balances.ts'
import type { GameContext } from '../games/game-context.ts'
import { bannersAt } from '../http/picture-address.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import type { Bonus } from '../operator/offers.ts'
import type { OperatorState } from '../operator/operator.ts'
import type { Member } from '../session/session.ts'

/** A list of receipts is for the card's state: as many as its bonus counts, and else nobody counts further back. */
const MOST_RECEIPTS = 100

/** How often the member has received a bonus in what its type counts: ever, today, this week, by the clock of the region. */
async function countReceived(tx: Queries, state: OperatorState, member: Member, bonus: Bonus) {
  const [row] = await tx.query<{ received: number }>(
    `select count(*)::int as received from condition
     where member_id = $1 and kind = 'bonus' and code = $2 and applied_at is not null
       and ($3 = 'limit' or applied_at >= period_start(now(), $3, $4, $5))`,
    [member.id, bonus.code, bonus.type, state.timeZone, state.weekStartsOn],
  )
  return row?.received ?? 0
}

/**
 * Gives the places of the oldest choices back that are held no more, as many as are needed or none. Whoever is being paid just now is left alone: nobody
 * is waited for, who may be waiting for us.
 */
async function freePlaces(tx: Queries, code: string, needed: number): Promise<boolean> {
  const freed = await tx.query(
    `with free as (
       select c.id from condition c join ledger_account w on w.member_id = c.member_id and w.kind = 'wallet'
       where c.kind = 'bonus' and c.code = $1 and c.state = 'chosen' and c.chosen_at < now() - interval '${CHOICE_HELD_FOR}'
       order by c.chosen_at limit $2 for no key update of w, c skip locked)
     update condition set state = 'cleared', ended_at = now()
     where id in (select id from free) and (select count(*) from free) = $2 returning id`,
    [code, needed],
  )
  return freed.length > 0
}

/**
 * Whether all members together have it as often as they may. Those who ask at once are counted one after the other. Who chose it long ago and has not
 * deposited since does not keep the next one from it.
 */
async function isFull(tx: Queries, { code, maxClaims }: Bonus): Promise<boolean> {
  if (maxClaims === null) return false
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [`bonus:${code}`])
  const [row] = await tx.query<{ claims: number }>(
    `select count(*)::int as claims from condition
     where kind = 'bonus' and code = $1 and (applied_at is not null or state = 'chosen')`,
    [code],
  )
  const needed = (row?.claims ?? 0) - maxClaims + 1
  return needed > 0 && !(await freePlaces(tx, code, needed))
}

async function activate(tx: Queries, state: OperatorState, member: Member, bonus: Bonus) {
  const active = await lockActive(tx, member.id)
  if (active?.kind === 'bonus' && active.code === bonus.code) return refuse('BONUS_ALREADY_ACTIVE')
  if (active) return refuse('BONUS_REMAINING')
  if ((await countReceived(tx, state, member, bonus)) >= bonus.maxReceived) return refuse('BONUS_MAX_CLAIMED')
  if (await isFull(tx, bonus)) return refuse('BONUS_FULL')
  await choose(tx, member, 'bonus', bonus)
  return { message: 'SUCCESS' as const }
}

interface Choice {
  readonly id: bigint
  readonly code: string
  readonly isActive: boolean
  readonly appliedAt: Date | null
}

/** The member's part of each bonus, by its code. */
async function readChoices(queries: Queries, member: Member) {
  const rows = await queries.query<Choice>(
    `select id, code, state in ('chosen', 'running') as is_active, applied_at from condition
     where member_id = $1 and kind = 'bonus' order by id desc`,
    [member.id],
  )
  return Map.groupBy(rows, (row) => row.code)
}

function userBonusOf(choices: readonly Choice[] | undefined, { maxReceived }: Bonus) {
  const newest = choices?.[0]
  if (!choices || !newest) return null
  const received = choices.flatMap(({ appliedAt }) =>
    appliedAt ? [{ updatedAt: appliedAt.toISOString() }] : [],
  )
  return {
    _id: String(newest.id),
    isActive: newest.isActive,
    received: received.slice(0, Math.max(MOST_RECEIPTS, maxReceived)),
  }
}

export function mountBonus(context: GameContext): void {
  const { database, operator } = context

  mount(context, listBonuses, async ({ member, apiOrigin }) => {
    const choices = await readChoices(database, member)
    const { bonuses, weekStartsOn } = operator.current()
    return {
      weekStartsOn,
      bonuses: [...bonuses.values()].map((bonus) => ({
        code: bonus.code,
        type: bonus.type,
        maxReceived: bonus.maxReceived,
        percentFail: bonus.failPercent,
        banners: bannersAt(apiOrigin, bonus.banners),
        userBonus: userBonusOf(choices.get(bonus.code), bonus),
      })),
    }
  })

  mount(context, activateBonus, async ({ params, member, log }) => {
    const state = operator.current()
    const bonus = state.bonuses.get(params.code)
    if (!bonus) return refuse('NO_DATA')
    const chosen = await database.transaction((tx) => activate(tx, state, member, bonus))
    if (!isRefusal(chosen)) await askAfterChoice({ ...context, log }, member.id)
    return chosen
  })
}
