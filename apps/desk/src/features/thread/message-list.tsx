/** What was said, the newest at the bottom and in view; older ones come above while what is looked at stays where it is. */

import { useReadingPlace } from '@kapao/chat-view/use-reading-place'
import type { DeskConversation, DeskSession } from '@kapao/contract/desk'
import { Button } from '@kapao/ui/button'
import { classes } from '@kapao/ui/classes'
import { Spinner } from '@kapao/ui/spinner'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { sessionsQuery, useMe } from '../../lib/queries.ts'
import { formatDay } from '../../lib/short-time.ts'
import { hasFailed, type Written } from './boxes.ts'
import { itemsOf, newestTheirsOf } from './entries.ts'
import { Group } from './group.tsx'
import { Heard } from './heard.tsx'
import styles from './message-list.module.css'
import { settle } from './outbox.ts'
import { SessionEnd } from './session-end.tsx'
import type { Thread } from './thread-state.ts'
import type { Typing } from './use-typing.ts'

interface MessageListProps {
  conversation: DeskConversation
  thread: Extract<Thread, { at: 'ready' }>
  written: readonly Written[]
  typing: Typing
  onOlder: () => void
  /** Whether the newest that others said is in sight. */
  onSeen: (isSeen: boolean) => void
}

export function MessageList({ conversation, thread, written, typing, onOlder, onSeen }: MessageListProps) {
  const t = useText()
  const me = useMe()
  const { conversationId, sessionId } = conversation
  const items = useMemo(
    () => itemsOf(thread.messages, written, me.staffId),
    [thread.messages, written, me.staffId],
  )
  useEffect(() => {
    settle(conversationId, thread.messages, sessionId)
  }, [conversationId, thread.messages, sessionId])
  const sessions = useSessions(conversationId)
  const newestTheirs = newestTheirsOf(items.entries, me.staffId)
  // Files on their way up wait at the end, and what is said meanwhile comes above them. Where all of it is one's own, its end is.
  const toSee = (newestTheirs ?? items.entries.at(-1))?.key ?? null
  const wantOlder = () => {
    if (thread.older === 'more') onOlder()
  }
  const own = written.flatMap((one) => (hasFailed(one) ? [] : [one.clientId]))
  const place = useReadingPlace(items, own, wantOlder, toSee)
  const { isAtEnd, isSeen } = place
  useEffect(() => onSeen(isSeen), [isSeen, onSeen])
  // An older page may hold what others said before all that stood there at first: that is no news.
  const [firstSeq] = useState(thread.messages.at(-1)?.seq ?? 0)
  const isNew = (newestTheirs?.seq ?? 0) > firstSeq
  const isUnread = conversation.unread > 0
  const hasNews = useNews(toSee, isSeen, isUnread) && (isUnread || isNew)
  return (
    <div className={styles.frame}>
      <div
        ref={place.box}
        onScroll={place.onScroll}
        className={styles.list}
        role="log"
        aria-label={t('thread.messages')}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        <div ref={place.content} className={styles.content}>
          <Older state={thread.older} onOlder={onOlder} />
          {items.items.length === 0 ? <p className={styles.none}>{t('thread.nothing-said')}</p> : null}
          {items.items.map((item) => {
            if (item.kind === 'day')
              return (
                <p key={item.key} className={styles.day}>
                  <span>{formatDay(item.atMs)}</span>
                </p>
              )
            if (item.kind === 'end')
              return <SessionEnd key={item.key} session={sessions.get(item.sessionId)} />
            return <Group key={item.key} entries={item.messages} conversation={conversation} />
          })}
          {conversation.isOpen || thread.messages.length === 0 ? null : (
            <SessionEnd session={sessions.get(thread.messages.at(-1)?.session_id ?? '')} />
          )}
        </div>
      </div>
      {hasNews ? (
        <div className={classes(styles.news, isAtEnd && styles.above)}>
          <Button small icon="down" onClick={() => (isAtEnd ? place.toSeen() : place.toEnd())}>
            {t('thread.new-messages')}
          </Button>
        </div>
      ) : null}
      <Heard conversation={conversation} newest={isNew ? newestTheirs : undefined} />
      <p className={styles.typing} aria-live="polite">
        {typing === null
          ? ''
          : typing.by === 'customer'
            ? t('thread.customer-types')
            : t('thread.colleague-types', { name: typing.name })}
      </p>
    </div>
  )
}

/** Those that were ended, by their ids. What customers said of them is an ornament: without it the conversation is whole. */
function useSessions(conversationId: string): ReadonlyMap<string, DeskSession> {
  const asked = useQuery(sessionsQuery(conversationId))
  return new Map(asked.data?.sessions.map((one) => [one.sessionId, one]))
}

/** Whether something came that has not been in sight. */
function useNews(toSee: string | null, isSeen: boolean, isUnread: boolean): boolean {
  const [seenKey, setSeenKey] = useState(isUnread ? null : toSee)
  useEffect(() => {
    if (isSeen) setSeenKey(toSee)
  }, [toSee, isSeen])
  // One that was in sight while nobody was before the window may have gone out of it since, unread.
  return !isSeen && (isUnread || seenKey !== toSee)
}

function Older({ state, onOlder }: { state: 'more' | 'loading' | 'failed' | 'none'; onOlder: () => void }) {
  const t = useText()
  if (state === 'none') return <p className={styles.begin}>{t('thread.begin')}</p>
  if (state === 'failed') {
    return (
      <div className={styles.older}>
        <Button small variant="quiet" icon="refresh" onClick={onOlder}>
          {t('thread.older-failed')}
        </Button>
      </div>
    )
  }
  return (
    <div
      className={styles.older}
      role="status"
      aria-label={state === 'loading' ? t('app.loading') : undefined}
    >
      {state === 'loading' ? <Spinner /> : null}
    </div>
  )
}
