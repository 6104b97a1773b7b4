/**
 * The conversation as it is shown: what came from the server, by history and by the socket, and the own messages that the server has
 * not shown yet. Pure: however pages, live messages and echoes fall, nothing is doubled, lost or out of order.
 */

import type { Delivery } from '@kapao/chat-view/delivery'
import type { Conversation } from '@kapao/contract/chat'

export interface Received {
  readonly key: string
  readonly conversation: Conversation
  readonly atMs: number
  /**
   * Whether everything older, back to the oldest shown, is here too. What the socket brings while the past is still being fetched
   * may have a gap before it.
   */
  readonly settled: boolean
}

/** An own message until it comes back from the server. */
export interface Own {
  readonly clientId: string
  readonly message: Conversation['message']
  readonly writtenAt: string
  /**
   * The server's time of the newest message when this one was written, or of one that was written before it and taken later: an echo
   * cannot be older, and what failed lies behind it. 0 when nothing was loaded.
   */
  readonly afterMs: number
  readonly delivery: Delivery
}

export interface Timeline {
  readonly received: readonly Received[]
  readonly own: readonly Own[]
}

export const emptyTimeline: Timeline = { received: [], own: [] }

export function isFromCustomer({ sender }: Conversation): boolean {
  return sender === 'customer'
}

/** Another server may send neither id: then it is what it says and when, however that is spelt. */
export function keyOf(conversation: Conversation): string {
  const { clientId, _id, sender, createdAt } = conversation
  if (clientId && isFromCustomer(conversation)) return clientId
  return _id ?? `${sender} ${Date.parse(createdAt) || createdAt} ${contentOf(conversation)}`
}

/** What the wire defines of the kinds that a customer sends (api: chat): what we add to it another server may drop. */
const defined: ReadonlyMap<string, string[]> = new Map([
  ['text', ['text']],
  ['media', ['url', 'fileType', 'filePath']],
  ['postback', ['title', 'payload']],
])

/** The same for the same message, whatever database has put the keys of its payload into another order. */
function contentOf({ message: { message_type: kind, payload } }: Pick<Conversation, 'message'>): string {
  const names = defined.get(kind)
  return names ? JSON.stringify([kind, payload], names) : JSON.stringify([kind, payload], inOneOrder)
}

/** Of any other kind all of it counts. */
function inOneOrder(_key: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? Object.fromEntries(Object.entries(value).sort()) : value
}

function toReceived(conversation: Conversation, settled: boolean): Received {
  return { key: keyOf(conversation), conversation, atMs: Date.parse(conversation.createdAt), settled }
}

/** One message or a page of messages, oldest first. `place` says on which side of those of the very same time they lie. */
export function merge(
  timeline: Timeline,
  messages: readonly Conversation[],
  { place, settled }: { place: 'older' | 'newer'; settled: boolean },
): Timeline {
  const known = new Map(timeline.received.map((one) => [one.key, one]))
  const incoming = new Map<string, Received>()
  for (const message of messages) {
    const one = toReceived(message, settled)
    incoming.set(one.key, { ...one, settled: settled || (known.get(one.key)?.settled ?? false) })
  }
  const others = timeline.received.filter(({ key }) => !incoming.has(key))
  const all = place === 'older' ? [...incoming.values(), ...others] : [...others, ...incoming.values()]
  const fresh = [...incoming.values()].filter(({ key }) => !known.has(key))
  return {
    // Sorting keeps the order of equals.
    received: all.sort((one, other) => one.atMs - other.atMs),
    own: withoutEchoed(timeline.own, fresh),
  }
}

/** Everything in it is one unbroken piece now. */
export function settle(timeline: Timeline): Timeline {
  return { ...timeline, received: timeline.received.map((one) => ({ ...one, settled: true })) }
}

/** Forgets what was said before `found`, which is in the timeline already: the gap between them was too long to be filled. */
export function startOver({ received, own }: Timeline, found: readonly Conversation[]): Timeline {
  const keys = new Set(found.map(keyOf))
  return { received: received.slice(received.findIndex(({ key }) => keys.has(key))), own }
}

export function isKnown(timeline: Timeline, message: Conversation): boolean {
  const key = keyOf(message)
  return timeline.received.some((one) => one.settled && one.key === key)
}

export function newestMs({ received }: Timeline): number {
  return received.at(-1)?.atMs ?? 0
}

/** The server's answer tells the time of what may have come back before it. */
export function withoutAnswered(timeline: Timeline): Timeline {
  const own = withoutEchoed(
    timeline.own,
    timeline.received.filter(({ conversation }) => !conversation.clientId),
    { byTimeAlone: true },
  )
  return own === timeline.own ? timeline : { ...timeline, own }
}

function withoutEchoed(
  own: readonly Own[],
  fresh: readonly Received[],
  { byTimeAlone }: { byTimeAlone: boolean } = { byTimeAlone: false },
): readonly Own[] {
  const echoed = new Set<string>()
  let behind = own
  for (const { conversation, atMs } of fresh) {
    if (!isFromCustomer(conversation)) continue
    const echo = conversation.clientId
      ? own.find(({ clientId }) => clientId === conversation.clientId)
      : echoWithoutId(own, echoed, conversation, atMs, byTimeAlone)
    if (!echo) continue
    echoed.add(echo.clientId)
    behind = withTaken(behind, echo.clientId, atMs)
  }
  return echoed.size === 0 ? own : behind.filter(({ clientId }) => !echoed.has(clientId))
}

/** The server has one at `atMs`: what was written after it is after it there too. */
export function withTaken(own: readonly Own[], clientId: string, atMs: number): readonly Own[] {
  const place = own.findIndex((one) => one.clientId === clientId)
  return own.map((one, index) =>
    place >= 0 && index > place && one.afterMs < atMs ? { ...one, afterMs: atMs } : one,
  )
}

/**
 * A server that drops the client's id sends an own message back as if it were another. It is told by the time that the server
 * answered with, else by what it says, each taken once.
 */
function echoWithoutId(
  own: readonly Own[],
  taken: ReadonlySet<string>,
  conversation: Conversation,
  atMs: number,
  byTimeAlone: boolean,
): Own | undefined {
  const content = contentOf(conversation)
  const alike = own.filter(
    (one) => !taken.has(one.clientId) && one.delivery.at !== 'uploading_file' && contentOf(one) === content,
  )
  const byTime = alike.find(
    ({ delivery }) => delivery.at === 'succeed' && Date.parse(delivery.timestamp) === atMs,
  )
  if (byTime || byTimeAlone) return byTime
  return alike.find(({ afterMs }) => afterMs > 0 && atMs >= afterMs)
}

/** The server's name for the conversation that is going on, as far as it was seen. */
export function lastSessionOf({ received }: Timeline): string {
  const named = received.filter(({ conversation }) => conversation.session_id)
  return named.at(-1)?.conversation.session_id ?? ''
}
