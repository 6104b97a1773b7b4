/** What state a bonus card is in (spec §2 and §4). Pure; days and weeks are those of the region's clock. */

import { LOCAL_OFFSET_MS } from '@kapao/browser/time'
import type { checkMinimumBonus, listBonuses } from '@kapao/contract/bonus'
import type { AnswerOf } from '@kapao/contract/call'
import type { listStatements } from '@kapao/contract/statement'
import { codeTyped } from '@kapao/contract/text'
import type { ActiveBonus } from '../../lib/condition.ts'
import { isRefusal } from '../../lib/error-text.ts'
import type { Failure } from '../../lib/http.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'

export type Bonus = AnswerOf<typeof listBonuses>['bonuses'][number]
export type CardState = 'current' | 'received' | 'open'

/** What time it is, and by whose weeks: 1 for those from Monday to 7 for those from Sunday. */
export interface Clock {
  readonly nowMs: number
  readonly weekStartsOn: number
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The first day of 1970 was a Thursday: the Sunday before the Monday before it, in days. */
const FIRST_SUNDAY = -4
/** From Monday, where the server does not say. */
export const MONDAY = 1

/** The day of a time by the region's clock, counted from 1970. */
function dayOf(timeMs: number): number {
  return Math.floor((timeMs + LOCAL_OFFSET_MS) / DAY_MS)
}

function weekOf(timeMs: number, weekStartsOn: number): number {
  return Math.floor((dayOf(timeMs) - FIRST_SUNDAY - weekStartsOn) / 7)
}

/** How often it was received in what its type counts: ever, on this day, in this week. */
export function countReceived(
  { type, userBonus }: Pick<Bonus, 'type' | 'userBonus'>,
  { nowMs, weekStartsOn }: Clock,
): number {
  const times = (userBonus?.received ?? []).map(({ updatedAt }) => Date.parse(updatedAt))
  switch (type) {
    case 'limit':
      return times.length
    case 'day':
      return times.filter((time) => dayOf(time) === dayOf(nowMs)).length
    case 'week':
      return times.filter((time) => weekOf(time, weekStartsOn) === weekOf(nowMs, weekStartsOn)).length
    default:
      // Nobody knows here what counts: the server judges.
      return 0
  }
}

export function cardStateOf(
  bonus: Pick<Bonus, 'type' | 'maxReceived' | 'userBonus'>,
  clock: Clock,
): CardState {
  if (bonus.userBonus?.isActive) return 'current'
  return countReceived(bonus, clock) >= bonus.maxReceived ? 'received' : 'open'
}

export type Cost = Pick<AnswerOf<typeof checkMinimumBonus>, 'status' | 'taken'>

/**
 * Whether cancelling takes more now than was shown. Without a figure it takes nothing or what is left of the bonus; a server that gave one and gives
 * none any more has nothing to cancel.
 */
export function isDearer(shown: Cost, now: Cost): boolean {
  if (now.taken === undefined) return shown.taken === undefined && shown.status && !now.status
  return shown.taken !== undefined && now.taken > shown.taken
}

/** The operator's words on what cancelling costs, with the percentage of this bonus (spec §7: /lookup/notice). */
export function noticeFor(notice: string, percentFail: number): string {
  return notice.replaceAll('%percentFail%', String(percentFail))
}

/** Whether the same bonus is as far as it was, but for its figures. */
export function isSameStanding(before: ActiveBonus, now: ActiveBonus): boolean {
  return (
    before.status === now.status &&
    before.state === now.state &&
    before.type === now.type &&
    before.code === now.code
  )
}

type StatementRow = AnswerOf<typeof listStatements>['statements'][number]

/** Whether the bonus that has just ended reached its goal. Rows are newest first. */
export function wasMet(rows: readonly Pick<StatementRow, 'statementType' | 'status'>[]): boolean {
  return rows.find(({ statementType }) => statementType === 'finish_bonus')?.status === 'SUCCESS'
}

/**
 * What became of a choice that failed. `active` is what the server has said since, undefined where it said nothing. Before, nothing was active: what
 * is now is what was chosen, as far as the server names it. Another server may give neither kind nor code. That something is active already may be
 * the answer to a choice that was made again after its first answer was lost.
 */
export function choiceAfter(
  failure: Failure,
  active: ActiveBonus | undefined,
  offer: { readonly kind: 'bonus' | 'promotion'; readonly code: string },
): 'chosen' | 'not-chosen' | 'not-known' {
  const isLost = isOutcomeUnknown(failure)
  if (!isLost && !isRefusal(failure, 'BONUS_ALREADY_ACTIVE')) return 'not-chosen'
  if (active === undefined) return isLost ? 'not-known' : 'not-chosen'
  const isSame =
    (active.type || offer.kind) === offer.kind &&
    codeTyped(active.code ?? offer.code) === codeTyped(offer.code)
  return active.status && isSame ? 'chosen' : 'not-chosen'
}
