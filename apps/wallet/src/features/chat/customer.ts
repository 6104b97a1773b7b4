/** Who speaks: a member by the profile's id, a guest by a random one of this phone's. */
import { getProfile } from '@kapao/contract/account'
import type { Conversation } from '@kapao/contract/chat'
import { send } from '../../lib/http.ts'
import { guestId } from './saved.ts'
import { isFromCustomer } from './timeline.ts'

export interface Customer {
  /** The other one is "". */
  readonly userId: string
  readonly guestId: string
  readonly name: string
  readonly username: string
}

/** Null while that cannot be known. */
export async function findCustomer(isMember: boolean, signal: AbortSignal): Promise<Customer | null> {
  if (!isMember) return { userId: '', guestId: guestId(), name: '', username: '' }
  const asked = await send(getProfile, { signal }).catch((): null => null)
  if (!asked?.ok) return null
  const { _id: userId, name, username } = asked.answer.profile
  return { userId, guestId: '', name, username }
}

export function idOf({ userId, guestId: guest }: Customer): string {
  return userId || guest
}

/** What was said in somebody else's room is not for these eyes. */
export function isFor(customer: Customer, message: Conversation): boolean {
  const { userId, guestId: guest } = message
  // On what others wrote it may be their own: the wire leaves that open, and whose conversation it is the room alone says.
  if (userId && isFromCustomer(message)) return userId === customer.userId
  return !guest || !customer.guestId || guest === customer.guestId
}

/** Nor does the wire say whose name stands there: who answers is never shown under the customer's. */
export function withoutOwnName({ name, username }: Customer, message: Conversation): Conversation {
  const isOwn = message.name === name || message.name === username
  return isOwn && !isFromCustomer(message) ? { ...message, name: '' } : message
}

const finalRefusals: ReadonlySet<string> = new Set([
  'NOT_ALLOWED',
  'BAD_REQUEST',
  'INACTIVE_USER',
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'invalid-token',
  'gone',
])

/** Whether to ask again is no use. Anything else, such as too many at once, passes. */
export function isFinal(message: string): boolean {
  return finalRefusals.has(message)
}
