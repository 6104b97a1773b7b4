/** What the line says, written into what is on the screen at once; the truth is asked for soon after. */
import { after, every } from '@kapao/browser/timers'
import type { AnswerOf } from '@kapao/contract/call'
import type { DeskConversation, deskInbox, deskMe } from '@kapao/contract/desk'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAnythingWaiting } from '../features/thread/boxes.ts'
import { isAnythingQueued, sendWaiting } from '../features/thread/outbox.ts'
import { onHint } from '../lib/line.ts'
import { cannedQuery, conversationKey, inboxKey, meKey, sessionsQuery } from '../lib/queries.ts'

/** However much is said, the inbox is asked for at most this often. */
const ASK_INBOX_EVERY_MS = 1_000
/** Whose answer takes longer than this is asked over. */
const HOLD_INBOX_MS = 10_000
/** What waits for the line is tried again this often, for where HTTP failed and the line did not. */
const TRY_WAITING_EVERY_MS = 5_000

type InboxPages = InfiniteData<AnswerOf<typeof deskInbox>>

/** Sends what waits, once it is known that it is still said by who wrote it: another may have logged in meanwhile, in another tab. */
async function sendIfOurs(queries: QueryClient, staffId: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: meKey })
  const who = queries.getQueryState<AnswerOf<typeof deskMe> | null>(meKey)
  if (who?.status === 'success' && who.data?.staff.staffId === staffId) sendWaiting()
}

export function useLive(staffId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    let stopWaiting: (() => void) | null = null
    // By a clock that nobody sets: by the computer's own, one that is put back would hold the inbox for as long.
    let askedAtMs = 0
    let heldSinceMs = 0
    const askInbox = () => {
      if (stopWaiting) return
      const wait = Math.max(120, askedAtMs + ASK_INBOX_EVERY_MS - performance.now())
      stopWaiting = after(wait, () => {
        stopWaiting = null
        // Asked over one that is on its way, that one is given up: where an answer takes longer than the next hint, none would ever come.
        if (queries.isFetching({ queryKey: inboxKey }) > 0) {
          heldSinceMs ||= performance.now()
          if (performance.now() - heldSinceMs < HOLD_INBOX_MS) return askInbox()
        }
        heldSinceMs = 0
        askedAtMs = performance.now()
        void queries.invalidateQueries({ queryKey: inboxKey })
      })
    }
    const changed = ({ conversation }: { conversation: DeskConversation }) => {
      void writeConversation(queries, conversation)
      writeRow(queries, conversation)
      askInbox()
    }
    const stops = [
      onHint('messaging', changed),
      onHint('conversation', changed),
      onHint('sessions', ({ conversationId }) => {
        void queries.invalidateQueries({ queryKey: sessionsQuery(conversationId).queryKey })
      }),
      onHint('canned', () => void queries.invalidateQueries({ queryKey: cannedQuery.queryKey })),
      onHint('aside', askInbox),
      every(TRY_WAITING_EVERY_MS, () => {
        if (isAnythingQueued()) void sendIfOurs(queries, staffId)
      }),
      onHint('connected', () => {
        void sendIfOurs(queries, staffId)
        askInbox()
        void queries.invalidateQueries({ queryKey: conversationKey('').slice(0, 1) })
        void queries.invalidateQueries({ queryKey: sessionsQuery('').queryKey.slice(0, 1) })
        void queries.invalidateQueries({ queryKey: cannedQuery.queryKey })
      }),
    ]
    // What was written and has not gone out would be lost with the page.
    const leaving = (event: BeforeUnloadEvent) => {
      if (isAnythingWaiting()) event.preventDefault()
    }
    window.addEventListener('beforeunload', leaving)
    return () => {
      window.removeEventListener('beforeunload', leaving)
      stopWaiting?.()
      for (const stop of stops) stop()
    }
  }, [queries, staffId])
}

/** An answer that is on its way may be older: it is given up, and asked for anew only then, for each asking is written into the audit. */
async function writeConversation(queries: QueryClient, conversation: DeskConversation): Promise<void> {
  const queryKey = conversationKey(conversation.conversationId)
  const isAsked = queries.isFetching({ queryKey }) > 0
  if (isAsked) await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, { conversation })
  if (isAsked) void queries.invalidateQueries({ queryKey })
}

/** An older answer of the inbox is followed by the next, which every hint brings about. */
function writeRow(queries: QueryClient, row: DeskConversation): void {
  queries.setQueriesData<InboxPages>({ queryKey: inboxKey }, (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            conversations: page.conversations.map((one) =>
              one.conversationId === row.conversationId ? row : one,
            ),
          })),
        },
  )
}
