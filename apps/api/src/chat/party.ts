import { type Refusal, refuse } from '../http/refusal.ts'
import type { AuthRefusal, Member } from '../session/session.ts'

/** The customer's side of a conversation. */
export type Party =
  | { readonly kind: 'member'; readonly memberId: bigint; readonly publicId: string }
  | { readonly kind: 'guest'; readonly guestId: string }

const GUEST_ID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** A guest is known by nothing but a random uuid; null for anything else, which could be guessed. A uuid means the same in either case. */
export function readGuestId(text: string): string | null {
  return GUEST_ID_SHAPE.test(text) ? text.toLowerCase() : null
}

interface Named {
  readonly userId?: string | null | undefined
  readonly guestId?: string | null | undefined
}

/** Who a chat call is about, when they may ask it: a member only with their own token, a guest by their id alone. */
export async function findParty(
  { userId, guestId }: Named,
  identify: () => Promise<Member | AuthRefusal>,
): Promise<Party | AuthRefusal | Refusal<'NOT_ALLOWED' | 'BAD_REQUEST'>> {
  if (userId) {
    const member = await identify()
    if ('refused' in member) return member
    if (member.publicId !== userId) return refuse('NOT_ALLOWED', { field: 'userId' })
    return { kind: 'member', memberId: member.id, publicId: member.publicId }
  }
  const guest = readGuestId(guestId ?? '')
  return guest === null ? refuse('BAD_REQUEST', { field: 'guestId' }) : { kind: 'guest', guestId: guest }
}

/** What follows the prefix in the name of the party's room. */
export function roomIdOf(party: Party): string {
  return party.kind === 'member' ? party.publicId : party.guestId
}
