/** What is drawn: the server's messages and what is on its way, in order, with the days and ends between. Pure. */

import type { Delivery } from '@kapao/chat-view/delivery'
import { type TimelineItem, timelineItems } from '@kapao/chat-view/timeline-items'
import { type KnownMessage, readMessage } from '@kapao/contract/chat'
import type { DeskMessage } from '@kapao/contract/desk'
import { hasFailed, type Written } from './boxes.ts'

export interface Entry {
  readonly key: string
  readonly atMs: number
  readonly by: string
  readonly sessionId: string
  readonly side: 'own' | 'other'
  /** Whose it is, where one of us wrote it. */
  readonly staffName: string
  /** Null for what has no place in the conversation yet. */
  readonly seq: number | null
  readonly message: KnownMessage | null
  readonly delivery: Delivery | null
}

export function itemsOf(messages: readonly DeskMessage[], written: readonly Written[], myId: string) {
  const shown = new Set(messages.map(({ clientId }) => clientId))
  const lastSession = messages.at(-1)?.session_id ?? ''
  const entries = messages.map(fromServer)
  const unshown = written.filter(({ clientId }) => !shown.has(clientId))
  // Further down it would hide whatever the customer says after it.
  for (const one of unshown.filter(hasFailed)) {
    const later = entries.findIndex(({ seq }) => seq !== null && seq > one.afterSeq)
    const place = later < 0 ? entries.length : later
    const atMs = timeBetween(entries[place - 1], one.writtenAtMs, entries[place])
    entries.splice(place, 0, failedHere(one, myId, atMs))
  }
  const last = entries.at(-1)
  for (const one of unshown.filter((each) => !hasFailed(each))) {
    entries.push(fromHere(one, myId, lastSession, timeBetween(last, one.writtenAtMs, undefined)))
  }
  const items: readonly TimelineItem<Entry>[] = timelineItems(entries)
  return { entries, items }
}

/** Of the customer or a colleague: what is new to who reads here. */
export function newestTheirsOf(entries: readonly Entry[], myId: string): Entry | undefined {
  return entries.findLast(({ by, delivery }) => delivery === null && by !== myId)
}

/** This device's clock may be wrong: it says when, but not between which two. */
function timeBetween(before: Entry | undefined, writtenAtMs: number, after: Entry | undefined): number {
  return Math.max(before?.atMs ?? 0, after ? Math.min(writtenAtMs, after.atMs) : writtenAtMs)
}

function fromServer(message: DeskMessage): Entry {
  return {
    // An own message keeps its key when the server's takes its place.
    key: message.clientId || message._id,
    atMs: Date.parse(message.createdAt),
    by: message.staff?.staffId ?? message.sender,
    sessionId: message.session_id ?? '',
    side: message.sender === 'customer' ? 'other' : 'own',
    staffName: message.staff?.displayName ?? '',
    seq: message.seq,
    message: readMessage(message.message),
    delivery: null,
  }
}

function fromHere(
  { clientId, message, delivery }: Written,
  myId: string,
  sessionId: string,
  atMs: number,
): Entry {
  return {
    key: clientId,
    atMs,
    by: myId,
    sessionId,
    side: 'own',
    staffName: '',
    seq: null,
    message,
    delivery,
  }
}

function failedHere(one: Written, myId: string, atMs: number): Entry {
  return {
    ...fromHere(one, myId, '', atMs),
    // In a group of its own: what was delivered before it keeps its time and whether it was read.
    by: `${myId} failed`,
  }
}
