/** Who speaks: a member by the profile's id, a guest by a random one of this phone's. */
import { getProfile } from '@kapao/contract/account'
import type { Conversation } from '@kapao/contract/chat'
import { type Result, send } from '../../lib/http.ts'
import { guestId } from './saved.ts'

export interface Customer {
  /** The other one is "". */
  readonly userId: string
  readonly guestId: string
  readonly name: string
  readonly username: string
}

export async function findCustomer(isMember: boolean, signal: AbortSignal): Promise<Result<Customer>> {
  if (!isMember) return { ok: true, answer: { userId: '', guestId: guestId(), name: '', username: '' } }
  const result = await send(getProfile, { signal })
  if (!result.ok) return result
  const { _id: userId, name, username } = result.answer.profile
  return { ok: true, answer: { userId, guestId: '', name, username } }
}

export function idOf({ userId, guestId: guest }: Customer): string {
  return userId || guest
}

/** What was said in somebody else's room is not for these eyes. */
export function isFor(customer: Customer | null, { userId, guestId: guest }: Conversation): boolean {
  if (!customer) return false
  return userId ? userId === customer.userId : !guest || !customer.guestId || guest === customer.guestId
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
