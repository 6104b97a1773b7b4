// A worker's way through all accounts after a period's end, in rounds of turns. Pure: what is looked for and found is loss-mark.ts's.

/** The first, which may begin in the middle, and the second go through those who could have a refund: whoever could not is late with nobody's money. */
const ROUNDS_OF_REFUNDS = 2

/** So long after a period's end an account or a transfer that was made before it may still be about to be seen. */
const SEEN_WITHIN_MS = 60_000

/** Who can only not be marked (a transfer of theirs is unknown) is looked for so much more seldom, for as long as that is all there is. */
export const REST_MS = 60_000

/** After a round that took longer than this the rest is the longer: looking for who can not be marked takes no more than a tenth of the time. */
const QUICK_ROUND_MS = 6_000

/** A round is under way. */
export interface Looking {
  readonly at: 'looking'
  /** From 1. */
  readonly round: number
  readonly beganMs: number
  /** So far in this round: who was marked, and who could not be. */
  readonly marked: number
  readonly left: number
}

export type Marking =
  | Looking
  /** Nobody is looked for until then. */
  | { readonly at: 'resting'; readonly nextRound: number; readonly untilMs: number }
  /** All are marked who ever have to be. Only another period's end begins it anew. */
  | { readonly at: 'over' }

/** What a turn has found. */
export interface Found {
  readonly due: number
  readonly marked: number
  readonly left: number
  /** There was nobody behind them: the round has ended. */
  readonly isLast: boolean
}

/** Whether the next turn is to come at once, or is to wait a little since nobody could be marked, or there is nobody to look for. */
export type Turn = 'goes-on' | 'waits' | 'rests'

interface Moment {
  readonly nowMs: number
  readonly sinceEndMs: number
  readonly restMs: number
}

export function beginRound(nowMs: number, round = 1): Looking {
  return { at: 'looking', round, beganMs: nowMs, marked: 0, left: 0 }
}

export function isOfRefunds({ round }: Looking): boolean {
  return round <= ROUNDS_OF_REFUNDS
}

/** A rest whose time is over ends in the next round. What came before it is no part of that round's time, or each rest would be longer than the one before. */
export function wake(marking: Marking, nowMs: number): Marking {
  if (marking.at !== 'resting' || nowMs < marking.untilMs) return marking
  return beginRound(nowMs, marking.nextRound)
}

function endRound(looking: Looking, { nowMs, sinceEndMs, restMs }: Moment): [Marking, Turn] {
  const nextRound = looking.round + 1
  if (isOfRefunds(looking)) return [beginRound(nowMs, nextRound), 'goes-on']
  if (looking.left === 0) {
    const isOver = sinceEndMs > SEEN_WITHIN_MS
    return [isOver ? { at: 'over' } : { at: 'resting', nextRound, untilMs: nowMs }, 'rests']
  }
  if (looking.marked > 0) return [beginRound(nowMs, nextRound), 'goes-on']
  const slowness = Math.max(1, (nowMs - looking.beganMs) / QUICK_ROUND_MS)
  return [{ at: 'resting', nextRound, untilMs: nowMs + restMs * slowness }, 'rests']
}

/** After a turn. */
export function afterTurn(before: Looking, found: Found, moment: Moment): [Marking, Turn] {
  const looking = { ...before, marked: before.marked + found.marked, left: before.left + found.left }
  if (found.isLast) return endRound(looking, moment)
  return [looking, found.left > 0 && found.left === found.due ? 'waits' : 'goes-on']
}
