import type { FastifyRequest } from 'fastify'
import { Counts } from '../counts.ts'
import { refuseOverloaded } from '../http/overload.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Space } from './file-store.ts'
import { isNearlyFull } from './free-space.ts'
import { spaceForUploads } from './uploads-folder.ts'

/** A player hands in a file or two; a client that sends one tap many times over is told each time what became of it. */
const MOST_OF_ONE = 60
/** Guests are counted by their address, which may be that of many, and all together: they leave the disk to those who are known. */
const MOST_OF_GUESTS = 120

/** Whose file it is: a slip of a member's, another file of theirs, a file of one of the staff, or of somebody at an address. */
export type Sender =
  | { readonly slipOf: string }
  | { readonly memberId: string }
  | { readonly staffId: string }
  | { readonly caller: string }

/** Of this process: from before the first byte is read until the call is over. A member's slips are counted with their other files. */
const underWay = new Counts()
/** What all of them may need on the disk that they come to. */
let comingBytes = 0

function nameOf(sender: Sender): string {
  if ('caller' in sender) return `at ${sender.caller}`
  if ('staffId' in sender) return `staff ${sender.staffId}`
  return 'slipOf' in sender ? sender.slipOf : sender.memberId
}

/**
 * Lets an upload of so many bytes at most come, before a byte of it is read: it would lie on the disk before anything else looks at it. A slip is taken as long as
 * there is a place for it, anything else as long as the disk is not nearly full.
 */
export async function letCome(
  { work }: Pick<FastifyRequest, 'work'>,
  sender: Sender,
  maxBytes: number,
  look: () => Promise<Space> = spaceForUploads,
): Promise<Refusal<'REQUEST_LIMIT' | 'OVERLOADED'> | null> {
  if (work === null) throw new Error('an upload comes to a call that has begun')
  const name = nameOf(sender)
  const names = 'caller' in sender ? [name, 'guests'] : [name]
  if (underWay.of(name) >= MOST_OF_ONE) return refuse('REQUEST_LIMIT', { retryAfter: 1 })
  if ('caller' in sender && underWay.of('guests') >= MOST_OF_GUESTS) return refuseOverloaded()
  for (const one of names) underWay.add(one)
  comingBytes += maxBytes
  const leave = () => {
    for (const one of names) underWay.takeAway(one)
    comingBytes -= maxBytes
  }
  work.then(leave, leave)
  const space = await look()
  const isFull = 'slipOf' in sender ? space.freeBytes < comingBytes : isNearlyFull(space, comingBytes)
  return isFull ? refuseOverloaded() : null
}
