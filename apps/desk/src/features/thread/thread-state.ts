/**
 * The messages of one conversation as far as they are loaded: one unbroken run of `seq`, oldest first. Pure. What the socket brings joins
 * the run only at its end; what it has told of beyond a gap is remembered by its `seq`, and asked for until it is there.
 */
import type { Failure } from '@kapao/browser/http'
import type { DeskMessage } from '@kapao/contract/desk'

/** What came after a message is to be asked for: a new one of these is a new question. */
interface Asking {
  readonly after: number
  /** The last one failed or brought nothing: not before a while. */
  readonly isLater: boolean
}

export type Thread =
  /** `isUnsure`: the line is younger than the question, so that something may have come between the two. */
  | { readonly at: 'loading'; readonly heardSeq: number; readonly isUnsure: boolean }
  | { readonly at: 'failed'; readonly why: Failure }
  | {
      readonly at: 'ready'
      readonly messages: readonly DeskMessage[]
      readonly older: 'more' | 'loading' | 'failed' | 'none'
      /** The highest that was told of, wherever; there is more to be had while it is beyond the last message. */
      readonly heardSeq: number
      readonly asking: Asking | null
    }

export const loading: Thread = { at: 'loading', heardSeq: 0, isUnsure: false }

export type ThreadEvent =
  | { readonly type: 'retry' }
  | { readonly type: 'failed'; readonly why: Failure }
  /** Newest first, as it comes. */
  | { readonly type: 'newest'; readonly messages: readonly DeskMessage[]; readonly hasMore: boolean }
  | { readonly type: 'older-wanted' }
  | { readonly type: 'older'; readonly messages: readonly DeskMessage[]; readonly hasMore: boolean }
  | { readonly type: 'older-failed' }
  /** Something may have been missed: the line is new, or the conversation is looked at again. */
  /** `isAside`: by the way, which gives up no question that is on its way. */
  | { readonly type: 'missed-wanted'; readonly isAside?: boolean }
  /** What came after the last known one, oldest first. */
  | { readonly type: 'missed'; readonly messages: readonly DeskMessage[]; readonly hasMore: boolean }
  | { readonly type: 'missed-failed' }
  | { readonly type: 'came'; readonly message: DeskMessage }

export function nextThread(thread: Thread, event: ThreadEvent): Thread {
  if (event.type === 'retry') return thread.at === 'failed' ? loading : thread
  if (event.type === 'failed') return thread.at === 'loading' ? { at: 'failed', why: event.why } : thread
  if (event.type === 'newest') {
    if (thread.at !== 'loading') return thread
    const ready: Ready = {
      at: 'ready',
      messages: event.messages.toReversed(),
      older: event.hasMore ? 'more' : 'none',
      heardSeq: thread.heardSeq,
      asking: null,
    }
    return thread.isUnsure || isBehind(ready) ? asked(ready, false) : ready
  }
  if (thread.at === 'loading') {
    // The page that is on its way may have left before it.
    if (event.type === 'came') return { ...thread, heardSeq: Math.max(thread.heardSeq, event.message.seq) }
    return event.type === 'missed-wanted' ? { ...thread, isUnsure: true } : thread
  }
  // Where the line is new, what did not come without it is asked for again.
  if (thread.at === 'failed') return event.type === 'missed-wanted' ? loading : thread
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
    case 'missed-wanted':
      return event.isAside && thread.asking ? thread : asked(thread, false)
    case 'missed-failed':
      return asked(thread, true)
    case 'missed': {
      const joined = joinAll(thread, event.messages)
      const more = event.hasMore ? lastSeq(joined.messages) + 1 : 0
      const heard = { ...joined, heardSeq: Math.max(joined.heardSeq, more), asking: null }
      // It may have been told of while this answer was on its way.
      return isBehind(heard) ? asked(heard, event.messages.length === 0) : heard
    }
    case 'came': {
      const { message } = event
      if (message.seq <= lastSeq(thread.messages) + 1) return joinAll(thread, [message])
      const heard = { ...thread, heardSeq: Math.max(thread.heardSeq, message.seq) }
      return thread.asking ? heard : asked(heard, false)
    }
  }
}

type Ready = Extract<Thread, { at: 'ready' }>

/** What follows on the last one, oldest first. */
function joinAll(thread: Ready, messages: readonly DeskMessage[]): Ready {
  const last = lastSeq(thread.messages)
  const fresh = messages.filter(({ seq }) => seq > last)
  return fresh.length === 0 ? thread : { ...thread, messages: [...thread.messages, ...fresh] }
}

function isBehind({ messages, heardSeq }: Ready): boolean {
  return heardSeq > lastSeq(messages)
}

function asked(thread: Ready, isLater: boolean): Ready {
  return { ...thread, asking: { after: lastSeq(thread.messages), isLater } }
}

function firstSeq(messages: readonly DeskMessage[]): number {
  return messages[0]?.seq ?? Number.POSITIVE_INFINITY
}

/** 0 when nothing is known: everything comes after it. */
export function lastSeq(messages: readonly DeskMessage[]): number {
  return messages.at(-1)?.seq ?? 0
}
