/** What is in the outbox (outbox.ts), per conversation, and who is told when it changes. */
import { createListeners } from '@kapao/browser/listeners'
import { type Delivery, nextDelivery } from '@kapao/chat-view/delivery'
import type { KnownMessage } from '@kapao/contract/chat'
import { useSyncExternalStore } from 'react'

export interface Written {
  readonly clientId: string
  readonly writtenAtMs: number
  /**
   * The place of the newest message when this one was written, or of one that was written before it and shown later: what failed lies
   * behind it. 0 when nothing was said.
   */
  readonly afterSeq: number
  /** What its agent knew of when they wrote it: the newest message, and the session that was open. */
  readonly seen: Seen
  /** It did not go out at once: what it was meant for may be over by then. */
  readonly hasWaited: boolean
  readonly message: KnownMessage
  readonly delivery: Delivery
}

export interface Seen {
  readonly seenSeq?: number
  readonly sessionId?: string | null
}

const boxes = new Map<string, readonly Written[]>()
const [subscribe, announce] = createListeners()
const empty: readonly Written[] = []

export function boxIds(): readonly string[] {
  return [...boxes.keys()]
}

export function written(conversationId: string): readonly Written[] {
  return boxes.get(conversationId) ?? empty
}

export function forEach(visit: (conversationId: string, one: Written) => void): void {
  for (const [conversationId, all] of [...boxes]) for (const one of all) visit(conversationId, one)
}

export function write(conversationId: string, next: readonly Written[]): void {
  if (next.length === 0) boxes.delete(conversationId)
  else boxes.set(conversationId, next)
  announce()
}

export function change(conversationId: string, clientId: string, how: (one: Written) => Written): void {
  write(
    conversationId,
    written(conversationId).map((one) => (one.clientId === clientId ? how(one) : one)),
  )
}

export function setWaited(conversationId: string): void {
  write(
    conversationId,
    written(conversationId).map((one) => ({ ...one, hasWaited: true })),
  )
}

export function advance(
  conversationId: string,
  clientId: string,
  event: Parameters<typeof nextDelivery>[1],
): void {
  change(conversationId, clientId, (one) => ({ ...one, delivery: nextDelivery(one.delivery, event) }))
}

export function isAnythingWaiting(): boolean {
  return [...boxes.values()].some((all) => all.some(({ delivery }) => delivery.at !== 'succeed'))
}

function failedIn(): string {
  return boxIds()
    .filter((id) => written(id).some(hasFailed))
    .join()
}

export const hasFailed = ({ delivery }: Written) => delivery.at === 'failed'

export function useOutbox(conversationId: string): readonly Written[] {
  return useSyncExternalStore(subscribe, () => written(conversationId))
}

/** The ids of the conversations in which something failed. */
export function useFailedIn(): readonly string[] {
  return useSyncExternalStore(subscribe, failedIn).split(',')
}
