/** What is drawn: the server's messages and what is on its way, in order, with the days and ends between. Pure. */

import type { Delivery } from '@kapao/chat-view/delivery'
import { type TimelineItem, timelineItems } from '@kapao/chat-view/timeline-items'
import { type KnownMessage, readMessage } from '@kapao/contract/chat'
import type { DeskMessage } from '@kapao/contract/desk'
import type { Written } from './outbox.ts'

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
    const later = entries.findIndex(({ atMs }) => atMs > one.writtenAtMs)
    entries.splice(later < 0 ? entries.length : later, 0, failedHere(one, myId))
  }
  for (const one of unshown.filter((each) => !hasFailed(each))) {
    entries.push(fromHere(one, myId, lastSession, messages.at(-1)))
  }
  const items: readonly TimelineItem<Entry>[] = timelineItems(entries)
  return { entries, items }
}

const hasFailed = ({ delivery }: Written) => delivery.at === 'failed'

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
  { clientId, writtenAtMs, message, delivery }: Written,
  myId: string,
  sessionId: string,
  last: DeskMessage | undefined,
): Entry {
  return {
    key: clientId,
    // This device's clock may be behind the server's.
    atMs: Math.max(writtenAtMs, last ? Date.parse(last.createdAt) : 0),
    by: myId,
    sessionId,
    side: 'own',
    staffName: '',
    seq: null,
    message,
    delivery,
  }
}

function failedHere(one: Written, myId: string): Entry {
  return {
    ...fromHere(one, myId, '', undefined),
    // In a group of its own: what was delivered before it keeps its time and whether it was read.
    by: `${myId} failed`,
  }
}
