/** How much the customer has not read. Pure; the server's own count, where it gives one, moves the mark. */
import type { Conversation } from '@kapao/contract/chat'
import { isFromCustomer, type Timeline } from './timeline.ts'

function others({ received }: Timeline): readonly { atMs: number }[] {
  return received.filter(({ conversation }) => !isFromCustomer(conversation))
}

export function unreadCount(timeline: Timeline, readMs: number): number {
  return others(timeline).filter(({ atMs }) => atMs > readMs).length
}

export function newestFromOthersMs(timeline: Timeline): number {
  return others(timeline).at(-1)?.atMs ?? 0
}

/** The mark that makes `unread` of this page, newest first, unread; null when the page is too short to tell. */
export function markFor(history: readonly Conversation[], unread: number): number | null {
  const theirs = history.filter((one) => !isFromCustomer(one))
  const newestRead = theirs[unread]
  if (newestRead) return Date.parse(newestRead.createdAt)
  const oldest = history.at(-1)
  if (theirs.length < unread || !oldest) return null
  return Date.parse(oldest.createdAt) - 1
}
