/** The messages of a conversation: the newest, older ones on wish, and whatever the line says, with what was missed fetched. */
import { after } from '@kapao/browser/timers'
import { deskMessages } from '@kapao/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer } from 'react'
import { send } from '../../lib/http.ts'
import { onHint } from '../../lib/line.ts'
import { conversationKey } from '../../lib/queries.ts'
import { onSent } from './outbox.ts'
import { loading, nextThread, type Thread, type ThreadEvent } from './thread-state.ts'

const PAGE = 30
const MISSED_PAGE = 100
const ASK_AGAIN_AFTER_MS = 5_000

/** What was on the screen is there at once when the agent comes back to it. */
const kept = new Map<string, Thread>()
const KEPT_AT_MOST = 20

function keep(conversationId: string, thread: Thread): void {
  kept.delete(conversationId)
  kept.set(conversationId, thread)
  const oldest = kept.size > KEPT_AT_MOST ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
}

/** What was kept may be old. */
function begin(conversationId: string): Thread {
  const old = kept.get(conversationId)
  return old ? nextThread(old, { type: 'missed-wanted' }) : loading
}

/** Whoever logs in next must not find it. */
export function forgetThreads(): void {
  kept.clear()
}

export function useThread(conversationId: string) {
  const [thread, dispatch] = useReducer(nextThread, conversationId, begin)
  useEffect(() => {
    if (thread.at === 'ready') keep(conversationId, thread)
  }, [conversationId, thread])

  useLoading(conversationId, thread, dispatch)
  useMissed(conversationId, thread, dispatch)

  const retry = useCallback(() => dispatch({ type: 'retry' }), [])
  const loadOlder = useCallback(() => dispatch({ type: 'older-wanted' }), [])
  return { thread, retry, loadOlder }
}

type Dispatch = (event: ThreadEvent) => void

/** The newest page and older ones: asked for once whenever the state says that they are being loaded. */
function useLoading(conversationId: string, thread: Thread, dispatch: Dispatch): void {
  const wanted =
    thread.at === 'loading' ? 'newest' : thread.at === 'ready' && thread.older === 'loading' ? 'older' : null
  const before = thread.at === 'ready' ? (thread.messages[0]?.seq ?? null) : null
  useEffect(() => {
    if (wanted === null) return
    const leaving = new AbortController()
    const body = { before: wanted === 'older' ? before : null, after: null, limit: PAGE }
    send(deskMessages, { params: { conversationId }, body, signal: leaving.signal }).then(
      (result) => {
        if (result.ok) dispatch({ type: wanted, ...result.answer })
        else if (wanted === 'older') dispatch({ type: 'older-failed' })
        else dispatch({ type: 'failed', why: result.failure })
      },
      () => {
        // The conversation was left; it is asked for again when it comes back.
      },
    )
    return () => leaving.abort()
  }, [conversationId, wanted, before, dispatch])
}

/** Everything after the last known message, whenever a hint shows a gap or the line is new, until it is there. */
function useMissed(conversationId: string, thread: Thread, dispatch: Dispatch): void {
  const queries = useQueryClient()
  const asking = thread.at === 'ready' ? thread.asking : null
  useEffect(() => {
    if (asking === null) return
    const leaving = new AbortController()
    const body = { before: null, after: asking.after, limit: MISSED_PAGE }
    const stop = after(asking.isLater ? ASK_AGAIN_AFTER_MS : 0, () => {
      send(deskMessages, { params: { conversationId }, body, signal: leaving.signal }).then(
        (result) => {
          dispatch(result.ok ? { type: 'missed', ...result.answer } : { type: 'missed-failed' })
          // Its head may be another, too: a session that was begun or ended, which without a line nothing tells.
          if (result.ok && result.answer.messages.length > 0)
            void queries.invalidateQueries({ queryKey: conversationKey(conversationId) })
        },
        () => {
          // The conversation was left, or the question was asked anew.
        },
      )
    })
    return () => {
      stop()
      leaving.abort()
    }
  }, [queries, conversationId, asking, dispatch])

  useEffect(() => {
    const stops = [
      onHint('messaging', ({ conversation, message }) => {
        if (conversation.conversationId === conversationId) dispatch({ type: 'came', message })
      }),
      onSent((id, message) => {
        if (id === conversationId) dispatch({ type: 'came', message })
      }),
      onHint('connected', () => dispatch({ type: 'missed-wanted' })),
      onHint('aside', () => dispatch({ type: 'missed-wanted', isAside: true })),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [conversationId, dispatch])
}
