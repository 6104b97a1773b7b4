/**
 * What of the chat outlives a reload: who the guest is, how far it was read, and what was written and not yet taken by the server.
 * What a member wrote goes with the session (session-token.ts), and both kinds go with the tab, so that two tabs never send the same.
 */

import { randomUuid } from '@kapao/browser/random-uuid'
import type { Conversation } from '@kapao/contract/chat'
import { conversation } from '@kapao/contract/chat'
import {
  array,
  boolean,
  type InferOutput,
  number,
  object,
  optional,
  picklist,
  safeParse,
  string,
} from 'valibot'
import { outboxKey, setChatDoor } from '../../lib/chat-door.ts'
import type { Failure } from '../../lib/http.ts'
import { perSession, persistent, sessionKeys, storageKeys } from '../../lib/storage.ts'
import type { Own } from './timeline.ts'

const uuid = /^[0-9a-f-]{36}$/i

/** Made when a guest first opens the chat, and not before. It is all that protects the conversation, so nobody can guess it. */
export function guestId(): string {
  const kept = persistent.get(storageKeys.guestId)
  if (kept !== null && uuid.test(kept)) return kept
  const made = randomUuid()
  persistent.set(storageKeys.guestId, made)
  return made
}

const outbox = /* @__PURE__ */ array(
  object({
    clientId: string(),
    message: conversation.entries.message,
    writtenAt: string(),
    afterMs: optional(number(), 0),
    refusal: optional(string()),
    /** That it failed otherwise. */
    failed: optional(picklist(['no-network', 'timed-out', 'not-understood'])),
    againAtMs: optional(number()),
    /** Of a file that has not arrived: no more than that there was one. */
    hasFile: optional(boolean()),
  }),
)

function readOutbox(isMember: boolean): InferOutput<typeof outbox> {
  const parsed = safeParse(outbox, parseJson(perSession.get(outboxKey(isMember))))
  return parsed.success ? parsed.output : []
}

/** It goes out by itself when the line is there, but for what the customer has seen fail: sending that again is theirs to say. */
export function savedOutbox(isMember: boolean): readonly Own[] {
  return readOutbox(isMember).flatMap(({ refusal, failed, againAtMs, hasFile, ...one }) => {
    if (hasFile) return []
    const why = refusal === undefined ? failureOf(failed) : ({ kind: 'refused', message: refusal } as const)
    return { ...one, delivery: why ? { at: 'failed', why, hasFile: false, againAtMs } : { at: 'queued' } }
  })
}

/** Whether a file went away with the page before. */
export function hasLostFile(isMember: boolean, own: readonly Own[]): boolean {
  return readOutbox(isMember).some(({ clientId }) => !own.some((one) => one.clientId === clientId))
}

function failureOf(kind: Exclude<Failure['kind'], 'refused'> | undefined): Failure | null {
  if (kind === undefined) return null
  // What came back is of no account for the words that the customer reads.
  return kind === 'not-understood' ? { kind, status: 0, came: 'something' } : { kind }
}

/** A file that is not up cannot be kept, but that there was one; one that has arrived is a message like any other. */
export function saveOutbox(isMember: boolean, own: readonly Own[]): void {
  const waiting = own.filter(({ delivery }) => delivery.at !== 'succeed')
  if (waiting.length === 0) perSession.remove(outboxKey(isMember))
  else perSession.set(outboxKey(isMember), JSON.stringify(waiting.map(toSaved)))
  setChatDoor({ hasUnsent: waiting.length > 0 })
}

function toSaved({ delivery, ...own }: Own) {
  if (delivery.at === 'uploading_file' || (delivery.at === 'failed' && delivery.hasFile))
    return { ...own, hasFile: true }
  if (delivery.at !== 'failed') return own
  const { why, againAtMs } = delivery
  return why.kind === 'refused' ? { ...own, refusal: why.message, againAtMs } : { ...own, failed: why.kind }
}

const draftKey = (isMember: boolean) => (isMember ? sessionKeys.chatDraft : sessionKeys.chatGuestDraft)

/** What stands in the field and is not sent: there again when the chat is opened again, on this page or on the next. */
export function savedDraft(isMember: boolean): string {
  return perSession.get(draftKey(isMember)) ?? ''
}

export function saveDraft(isMember: boolean, draft: string): void {
  if (draft === '') perSession.remove(draftKey(isMember))
  else perSession.set(draftKey(isMember), draft)
}

/** Whether the page went away with a picker open, under this customer. */
export function wasPicking(isMember: boolean): boolean {
  return perSession.get(sessionKeys.chatPicking) === draftKey(isMember)
}

export function savePicking(isMember: boolean, isOpen: boolean): void {
  if (isOpen) perSession.set(sessionKeys.chatPicking, draftKey(isMember))
  else perSession.remove(sessionKeys.chatPicking)
}

const readMark = /* @__PURE__ */ object({ owner: string(), atMs: number() })

/** Who opened the chat on this phone last, a member's id or a guest's, and the server's time of the newest message that they have seen on it. */
export function lastRead(): InferOutput<typeof readMark> | null {
  const parsed = safeParse(readMark, parseJson(persistent.get(storageKeys.chatRead)))
  return parsed.success ? parsed.output : null
}

/** Up to when this customer has read. From now on it is they who opened the chat last. */
export function takeReadMs(owner: string): number {
  const last = lastRead()
  if (last?.owner === owner) return last.atMs
  saveReadMs(owner, 0)
  return 0
}

export function saveReadMs(owner: string, atMs: number): void {
  persistent.set(storageKeys.chatRead, JSON.stringify({ owner, atMs }))
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export type Message = Conversation['message']
