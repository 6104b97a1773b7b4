import type { Member } from './session.ts'

/** The look that comes then writes the session's last use down anew, which may be twice as old by then. */
const BELIEVED_FOR_MS = 5 * 60_000
/** The oldest give way: half a kilobyte for each. With fewer, each of a great crowd would be forgotten before they come again. */
const MOST = 100_000

interface Known {
  readonly member: Member
  readonly atMs: number
}

const known = new Map<string, Known>()

const nameOf = (tokenHash: Buffer) => tokenHash.toString('latin1')

/** The database has just said who this is. */
export function remember(member: Member): void {
  const name = nameOf(member.tokenHash)
  known.delete(name)
  known.set(name, { member, atMs: performance.now() })
  if (known.size <= MOST) return
  const [oldest = name] = known.keys()
  known.delete(oldest)
}

/** A handler's word that nothing was written, since who asks was only believed: it is asked again when that is known. */
export const unconfirmed = Symbol('unconfirmed')

/** For calls of somebody who is known, where that word would be a fault of ours. */
export function settled<Answered>(answered: Answered | typeof unconfirmed): Answered {
  if (answered === unconfirmed) throw new Error('a member who is known was taken to be only believed')
  return answered
}

/**
 * Whoever was known by their token a moment ago, for a call whose first statement judges the session itself, so that it costs no trip to ask before. Until that statement has let
 * them through nothing is written for them; and if none has, whatever the answer would have been, the call is judged from its beginning by who they are (http/answer-call.ts).
 */
export class BelievedSession {
  readonly member: Member
  isConfirmed = false

  constructor(member: Member) {
    this.member = member
  }
}

/** Null where it has to be asked who this is. */
export function believe(tokenHash: Buffer): BelievedSession | null {
  const found = known.get(nameOf(tokenHash))
  if (!found || performance.now() - found.atMs > BELIEVED_FOR_MS) return null
  return new BelievedSession(found.member)
}
