/** The messages of a conversation: the newest, older ones on wish, and whatever the line says, with what was missed fetched. */
import { deskMessages } from '@kapao/contract/desk'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { send } from '../../lib/http.ts'
import { onHint } from '../../lib/line.ts'
import { onSent } from './outbox.ts'
import { lastSeq, nextThread, type Thread, type ThreadEvent } from './thread-state.ts'

const PAGE = 30
const MISSED_PAGE = 100

/** What was on the screen is there at once when the agent comes back to it. */
const kept = new Map<string, Thread>()
const KEPT_AT_MOST = 20

function keep(conversationId: string, thread: Thread): void {
  kept.delete(conversationId)
  kept.set(conversationId, thread)
  const oldest = kept.size > KEPT_AT_MOST ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
}

/** Whoever logs in next must not find it. */
export function forgetThreads(): void {
  kept.clear()
}

export function useThread(conversationId: string) {
  const [thread, dispatch] = useReducer(
    nextThread,
    conversationId,
    (id): Thread => kept.get(id) ?? { at: 'loading' },
  )
  const latest = useRef(thread)
  latest.current = thread
  useEffect(() => {
    if (thread.at === 'ready') keep(conversationId, thread)
  }, [conversationId, thread])

  useLoading(conversationId, thread, dispatch)
  useMissed(conversationId, thread, latest, dispatch)

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

/** Everything after the last known message, whenever a hint shows a gap or the line is new. */
function useMissed(
  conversationId: string,
  thread: Thread,
  latest: { readonly current: Thread },
  dispatch: Dispatch,
): void {
  const isAsking = useRef(false)
  const catchUp = useCallback(async () => {
    if (isAsking.current || latest.current.at !== 'ready') return
    isAsking.current = true
    const after = lastSeq(latest.current.messages)
    const body = { before: null, after, limit: MISSED_PAGE }
    const result = await send(deskMessages, { params: { conversationId }, body })
    isAsking.current = false
    if (result.ok) dispatch({ type: 'missed', ...result.answer })
  }, [conversationId, latest, dispatch])

  // What was kept may be old.
  useEffect(() => void catchUp(), [catchUp])
  const isBehind = thread.at === 'ready' && thread.isBehind ? lastSeq(thread.messages) : null
  useEffect(() => {
    if (isBehind !== null) void catchUp()
  }, [isBehind, catchUp])

  useEffect(() => {
    const stops = [
      onHint('messaging', ({ conversation, message }) => {
        if (conversation.conversationId === conversationId) dispatch({ type: 'came', message })
      }),
      onSent((id, message) => {
        if (id === conversationId) dispatch({ type: 'came', message })
      }),
      onHint('connected', () => void catchUp()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [conversationId, catchUp, dispatch])
}
