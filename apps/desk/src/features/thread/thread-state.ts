/**
 * The messages of one conversation as far as they are loaded: one unbroken run of `seq`, oldest first. Pure. What the socket brings joins
 * the run only at its end; a gap is told by `isBehind`, and what lies in it is fetched.
 */
import type { Failure } from '@kapao/browser/http'
import type { DeskMessage } from '@kapao/contract/desk'

export type Thread =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly why: Failure }
  | {
      readonly at: 'ready'
      readonly messages: readonly DeskMessage[]
      readonly older: 'more' | 'loading' | 'failed' | 'none'
      readonly isBehind: boolean
    }

export type ThreadEvent =
  | { readonly type: 'retry' }
  | { readonly type: 'failed'; readonly why: Failure }
  /** Newest first, as it comes. */
  | { readonly type: 'newest'; readonly messages: readonly DeskMessage[]; readonly hasMore: boolean }
  | { readonly type: 'older-wanted' }
  | { readonly type: 'older'; readonly messages: readonly DeskMessage[]; readonly hasMore: boolean }
  | { readonly type: 'older-failed' }
  /** What came after the last known one, oldest first. */
  | { readonly type: 'missed'; readonly messages: readonly DeskMessage[]; readonly hasMore: boolean }
  | { readonly type: 'came'; readonly message: DeskMessage }

export function nextThread(thread: Thread, event: ThreadEvent): Thread {
  if (event.type === 'retry') return thread.at === 'failed' ? { at: 'loading' } : thread
  if (event.type === 'failed') return thread.at === 'loading' ? { at: 'failed', why: event.why } : thread
  if (event.type === 'newest') {
    if (thread.at === 'ready') return thread
    return {
      at: 'ready',
      messages: event.messages.toReversed(),
      older: event.hasMore ? 'more' : 'none',
      isBehind: false,
    }
  }
  if (thread.at !== 'ready') return thread
  switch (event.type) {
    case 'older-wanted':
      return thread.older === 'more' || thread.older === 'failed' ? { ...thread, older: 'loading' } : thread
    case 'older-failed':
      return thread.older === 'loading' ? { ...thread, older: 'failed' } : thread
    case 'older': {
      const first = firstSeq(thread.messages)
      const before = event.messages.filter(({ seq }) => seq < first).toReversed()
      return {
        ...thread,
        messages: [...before, ...thread.messages],
        older: event.hasMore ? 'more' : 'none',
      }
    }
    case 'missed': {
      const joined = event.messages.reduce(join, thread)
      return { ...joined, isBehind: event.hasMore }
    }
    case 'came':
      return join(thread, event.message)
  }
}

type Ready = Extract<Thread, { at: 'ready' }>

function join(thread: Ready, message: DeskMessage): Ready {
  const last = lastSeq(thread.messages)
  if (message.seq > last + 1 && thread.messages.length > 0) return { ...thread, isBehind: true }
  if (message.seq > last) return { ...thread, messages: [...thread.messages, message] }
  return thread
}

function firstSeq(messages: readonly DeskMessage[]): number {
  return messages[0]?.seq ?? Number.POSITIVE_INFINITY
}

/** 0 when nothing is known: everything comes after it. */
export function lastSeq(messages: readonly DeskMessage[]): number {
  return messages.at(-1)?.seq ?? 0
}
