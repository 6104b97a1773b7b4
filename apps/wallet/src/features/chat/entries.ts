/** What is drawn of the timeline: a part of its own, which comes with what draws it. */

import type { Delivery } from '@kapao/chat-view/delivery'
import type { Conversation } from '@kapao/contract/chat'
import { isFromCustomer, type Own, type Received, type Timeline } from './timeline.ts'

export interface Entry {
  /** Stays the same when the server's message takes the place of the own one. */
  readonly key: string
  readonly isOwn: boolean
  readonly message: Conversation['message']
  readonly atMs: number
  readonly sessionId: string
  readonly name: string
  /** Null for what others wrote. */
  readonly delivery: Delivery | null
}

/**
 * Oldest first. Own messages that the server has taken lie by its time, those that failed where they were written, or they
 * would hide whatever is said after them; the others wait at the end, and with them what failed behind one of them.
 */
export function entriesOf({ received, own }: Timeline): readonly Entry[] {
  const firstWaiting = own.findIndex(({ delivery: { at } }) => at !== 'succeed' && at !== 'failed')
  const waiting =
    firstWaiting < 0 ? [] : own.slice(firstWaiting).filter(({ delivery }) => delivery.at !== 'succeed')
  const taken = own.flatMap((one) =>
    one.delivery.at === 'succeed' ? [toEntry(one, Date.parse(one.delivery.timestamp))] : [],
  )
  const shown = [...received.map(toShown), ...taken].sort(byTime)
  const failed = own
    .filter((one) => one.delivery.at === 'failed' && !waiting.includes(one))
    .map((one) => toEntry(one, placeOf(one, shown)))
  return [
    ...[...shown, ...failed].sort(byTime),
    ...waiting.map((one) => toEntry(one, Date.parse(one.writtenAt))),
  ]
}

const byTime = (one: Entry, other: Entry) => one.atMs - other.atMs

/** This phone's clock may be wrong: it says when, but not between which two. */
function placeOf({ writtenAt, afterMs }: Own, shown: readonly Entry[]): number {
  const writtenMs = Date.parse(writtenAt)
  const next = afterMs > 0 ? shown.find(({ atMs }) => atMs > afterMs) : undefined
  return Math.max(afterMs, next ? Math.min(writtenMs, next.atMs - 1) : writtenMs)
}

function toShown({ key, conversation, atMs }: Received): Entry {
  return {
    key,
    isOwn: isFromCustomer(conversation),
    message: conversation.message,
    atMs,
    sessionId: conversation.session_id ?? '',
    name: conversation.name ?? '',
    delivery: isFromCustomer(conversation) ? { at: 'succeed', timestamp: conversation.createdAt } : null,
  }
}

function toEntry({ clientId, message, delivery }: Own, atMs: number): Entry {
  // Which conversation it belongs to, the server says when it has it.
  return { key: clientId, isOwn: true, message, atMs, sessionId: '', name: '', delivery }
}

/** What waits to be sent belongs to the session that it will begin; what failed, to the one that was there when it was written. */
export function beginsNext({ sessionId, delivery, atMs }: Entry, endedMs: number): boolean {
  return sessionId === '' && (delivery?.at !== 'failed' || atMs > endedMs)
}
