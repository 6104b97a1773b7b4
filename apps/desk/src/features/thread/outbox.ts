/**
 * What an agent wrote and the server has not shown yet, per conversation, for as long as the page lives: it goes on while another
 * conversation is on the screen. Texts go out one after the other, with the same clientId on every try; without a line they wait for it.
 * Nothing goes out while its agent is not at the desk: the cookie says to the server whose words they are, and it may be the next one's.
 */

import type { Failure } from '@kapao/browser/http'
import { createListeners } from '@kapao/browser/listeners'
import { measure, type Size } from '@kapao/browser/measure-medium'
import { randomUuid } from '@kapao/browser/random-uuid'
import { firstOfFile, firstOfMessage, nextDelivery } from '@kapao/chat-view/delivery'
import { fileKindOf } from '@kapao/chat-view/file-kind'
import type { KnownMessage } from '@kapao/contract/chat'
import { type DeskMessage, deskSend, deskUpload } from '@kapao/contract/desk'
import { isEnd, send, upload } from '../../lib/http.ts'
import {
  advance,
  boxIds,
  change,
  forEach,
  type Seen,
  setWaited,
  type Written,
  write,
  written,
} from './boxes.ts'

type Shown = Pick<DeskMessage, 'clientId' | 'seq'>

interface Files {
  readonly file: File
  readonly preview: string
  readonly size: Size | null
  stop: AbortController
}

const files = new Map<string, Files>()
/** What was shown last, per conversation. */
const shownLast = new Map<string, Seen>()
const working = new Set<string>()
/** Who wrote what is in here, and whether they are at the desk. */
let writerId = ''
let isThere = false

/** What another agent has left is dropped; whoever comes back finds theirs, and it goes on. Answers how to leave. */
export function openOutbox(staffId: string): () => void {
  if (writerId !== staffId) forEach((conversationId, { clientId }) => remove(conversationId, clientId))
  writerId = staffId
  isThere = true
  forEach((conversationId, { clientId, delivery }) => {
    if (delivery.at !== 'uploading_file') return
    setWaited(conversationId)
    void bringUp(conversationId, clientId)
  })
  return () => {
    isThere = false
    for (const { stop } of files.values()) stop.abort()
  }
}

/** At the end, behind all that is shown. */
function put(conversationId: string, one: Pick<Written, 'clientId' | 'message' | 'delivery'>): void {
  const others = written(conversationId).filter(({ clientId }) => clientId !== one.clientId)
  const seen = shownLast.get(conversationId) ?? {}
  const place = { writtenAtMs: Date.now(), afterSeq: seen.seenSeq ?? 0 }
  write(conversationId, [...others, { ...one, ...place, seen, hasWaited: false }])
}

export function writeMessage(conversationId: string, message: KnownMessage): void {
  put(conversationId, { clientId: randomUuid(), message, delivery: firstOfMessage })
  void work(conversationId)
}

export async function writeFile(conversationId: string, file: File): Promise<void> {
  const fileType = fileKindOf(file) ?? 'file'
  const preview = URL.createObjectURL(file)
  const writer = writerId
  // First of all, so that its place has its shape from the beginning.
  const size = fileType === 'file' ? null : await measure(fileType, preview)
  // Its agent may have left meanwhile.
  if (!isThere || writerId !== writer) return URL.revokeObjectURL(preview)
  const clientId = randomUuid()
  files.set(clientId, { file, preview, size, stop: new AbortController() })
  const message: KnownMessage = {
    message_type: 'media',
    payload: { message: '', url: false, fileType, filePath: '', ...size },
  }
  put(conversationId, { clientId, message, delivery: firstOfFile })
  void bringUp(conversationId, clientId)
}

/** The picture on this device, while it is on its way. */
export function previewAddress(clientId: string): string | null {
  return files.get(clientId)?.preview ?? null
}

/** It is written anew: should it fail again, it does so where the agent pressed and not further up. */
export function sendAgain(conversationId: string, clientId: string): void {
  const one = written(conversationId).find((each) => each.clientId === clientId)
  if (!one) return
  const delivery = nextDelivery(one.delivery, { type: 'send' })
  put(conversationId, { clientId, message: one.message, delivery })
  if (delivery.at === 'uploading_file') void bringUp(conversationId, clientId)
  else void work(conversationId)
}

/** By its agent: what stands behind it goes on. */
export function takeBack(conversationId: string, clientId: string): void {
  remove(conversationId, clientId)
  void work(conversationId)
}

function remove(conversationId: string, clientId: string): void {
  const kept = files.get(clientId)
  kept?.stop.abort()
  if (kept) URL.revokeObjectURL(kept.preview)
  files.delete(clientId)
  write(
    conversationId,
    written(conversationId).filter((one) => one.clientId !== clientId),
  )
}

/** Told what is shown, oldest first: of what the server has, its own bubble takes the place of this one. */
export function settle(
  conversationId: string,
  shown: readonly Shown[],
  sessionId: string | null | undefined = null,
): void {
  shownLast.set(conversationId, { seenSeq: shown.at(-1)?.seq ?? 0, sessionId })
  for (const { clientId, seq } of shown) {
    const place = written(conversationId).findIndex((one) => one.clientId === clientId)
    if (!clientId || place < 0) continue
    setBehind(conversationId, place, seq)
    remove(conversationId, clientId)
  }
}

/** What was written after one that the server has is after it there too. */
function setBehind(conversationId: string, place: number, seq: number): void {
  write(
    conversationId,
    written(conversationId).map((one, index) =>
      index > place && one.afterSeq < seq ? { ...one, afterSeq: seq } : one,
    ),
  )
}

/** The line is back. */
export function sendWaiting(): void {
  for (const conversationId of boxIds()) void work(conversationId)
}

/** Whether something waits that nothing is at work on: for the line, or behind one whose answer was lost and that is shown by now. */
export function isAnythingQueued(): boolean {
  return boxIds().some((id) => !working.has(id) && nextToSend(id) !== undefined)
}

/** The session has ended, which is no word about what was written: it waits for its agent, as for a line. */
function isOfNobody(failure: Failure): boolean {
  return failure.kind === 'refused' && isEnd(failure.message)
}

/** So has a server that has too much to do: nothing of it was begun. */
function isNoWord(failure: Failure): boolean {
  return isOfNobody(failure) || (failure.kind === 'refused' && failure.message === 'OVERLOADED')
}

async function bringUp(conversationId: string, clientId: string): Promise<void> {
  const kept = files.get(clientId)
  if (!kept) return
  kept.stop = new AbortController()
  try {
    const result = await upload(deskUpload, {
      file: kept.file,
      signal: kept.stop.signal,
      onProgress: (part) => advance(conversationId, clientId, { type: 'sent-part', part }),
    })
    if (!result.ok) {
      if (!isOfNobody(result.failure))
        advance(conversationId, clientId, { type: 'failed', why: result.failure })
      return
    }
    const { path, ...rest } = result.answer
    change(conversationId, clientId, (one) => ({
      ...one,
      message: {
        message_type: 'media',
        payload: { message: '', url: false, filePath: path, ...kept.size, ...rest },
      },
      delivery: nextDelivery(one.delivery, { type: 'uploaded' }),
    }))
    void work(conversationId)
  } catch {
    // Taken back while it was on its way, or its agent has left.
  }
}

/** One at a time, in the order in which they were written. */
async function work(conversationId: string): Promise<void> {
  if (working.has(conversationId)) return
  working.add(conversationId)
  try {
    for (let next = nextToSend(conversationId); next; next = nextToSend(conversationId)) {
      const { clientId, message, hasWaited } = next
      const { seenSeq, sessionId } = next.seen
      const body = { clientId, message, seenSeq, ...(hasWaited && { sessionId }) }
      // One that waits is tried before what was written after it.
      advance(conversationId, clientId, { type: 'send' })
      const result = await send(deskSend, { params: { conversationId }, body })
      if (result.ok) {
        advance(conversationId, clientId, { type: 'answered', timestamp: result.answer.message.createdAt })
        announceSent(conversationId, result.answer.message)
      } else if (result.failure.kind === 'refused' && !isNoWord(result.failure)) {
        advance(conversationId, clientId, { type: 'failed', why: result.failure })
      } else {
        advance(conversationId, clientId, { type: 'no-line' })
        setWaited(conversationId)
        return
      }
    }
  } finally {
    working.delete(conversationId)
  }
}

function nextToSend(conversationId: string): Written | undefined {
  if (!isThere) return
  return written(conversationId).find(({ delivery }) => delivery.at === 'sending' || delivery.at === 'queued')
}

type Sent = Extract<Awaited<ReturnType<typeof send<typeof deskSend>>>, { ok: true }>['answer']['message']
const [subscribeSent, announceSent] = createListeners<[conversationId: string, message: Sent]>()

/** Told of what the server took, with its place in the conversation. Answers how to stop. */
export const onSent = subscribeSent
