import { Counts } from '../counts.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Member } from '../session/session.ts'

/** An impatient player's taps. */
const MOST_OF_ONE = 5

/** How many a member has under way at a game, in this process. */
const underWay = new Counts()

/**
 * Asks a game's provider for what lets a member in: an account, a link, a form, another password. The places for that are few and everybody's (gateways/places.ts): of one
 * member who asks for more at once, what is too many is not asked for.
 */
export async function askWayIn<Answer>(
  member: Member,
  gameCode: string,
  ask: () => Promise<Answer>,
): Promise<Answer | Refusal<'REQUEST_LIMIT'>> {
  const name = `${member.id} ${gameCode}`
  if (underWay.of(name) >= MOST_OF_ONE) return refuse('REQUEST_LIMIT', { retryAfter: 1 })
  underWay.add(name)
  try {
    return await ask()
  } finally {
    underWay.takeAway(name)
  }
}
