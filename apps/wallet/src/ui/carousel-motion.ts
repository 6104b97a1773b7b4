/**
 * Where the cards of a carousel are. A position is counted in cards: 0 has the first in the middle, 1.5 is half way from the second to the third. A
 * carousel that goes round counts on: 8 cards on is the same card again.
 */

/** Fewer cards cannot go round without a gap. */
const LEAST_FOR_ROUND = 4
/** How far a throw carries, in seconds of its speed. */
const THROW_S = 0.12

function goesRound(count: number): boolean {
  return count >= LEAST_FOR_ROUND
}

/** How far a card is from the middle, to the right above zero; the short way round. */
export function awayFrom(index: number, position: number, count: number): number {
  const away = index - position
  return goesRound(count) ? away - Math.round(away / count) * count : away
}

/** The card that a resting position has in the middle. */
export function placeAt(position: number, count: number): number {
  return (((Math.round(position) % count) + count) % count) | 0
}

/** The whole position nearest to this one; without going round, no further than its ends. */
export function restNear(position: number, count: number): number {
  const rest = Math.round(position)
  return goesRound(count) ? rest : Math.max(0, Math.min(count - 1, rest))
}

/**
 * Where cards that were let go come to rest. `cardsPerSecond` is their speed then, `from` where the finger took them: one throw is one card at
 * most beyond what the finger moved.
 */
export function restAfterThrow(
  position: number,
  cardsPerSecond: number,
  from: number,
  count: number,
): number {
  const thrown = position + cardsPerSecond * THROW_S
  const near = Math.round(position)
  const bounded = Math.max(near - 1, Math.min(near + 1, thrown))
  // A flick that did not get half way still means the next card.
  const isFlick = Math.abs(cardsPerSecond) > 1 && Math.round(bounded) === Math.round(from)
  return restNear(isFlick ? Math.round(from) + Math.sign(cardsPerSecond) : bounded, count)
}

export const GLIDE_MS = 360

/** On the way from one position to another, quick at first. */
export function glide(from: number, to: number, elapsedMs: number): number {
  const part = Math.max(0, Math.min(1, elapsedMs / GLIDE_MS))
  return from + (to - from) * (1 - (1 - part) ** 3)
}
