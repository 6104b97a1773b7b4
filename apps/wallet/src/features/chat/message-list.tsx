/** The conversation, oldest first, with what lies before it, and what waits below for whoever has scrolled up. */

import { type ReadingPlace, useReadingPlace } from '@kapao/chat-view/use-reading-place'
import { Button } from '@kapao/ui/button'
import { classes } from '@kapao/ui/classes'
import hidden from '@kapao/ui/hidden.module.css'
import { Icon } from '@kapao/ui/icon'
import { Spinner } from '@kapao/ui/spinner'
import { EmptyState } from '@kapao/ui/states'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import type { ChatClient, ChatView } from './chat-client.ts'
import type { Line, Older } from './conversation.ts'
import { type Entry, entriesOf } from './entries.ts'
import { Heard } from './heard.tsx'
import styles from './log.module.css'
import { LogFailed, LogLoading } from './log-waiting.tsx'
import { Messages } from './messages.tsx'
import { Typing } from './typing.tsx'

export function MessageList({ client, view }: { client: ChatClient; view: ChatView }) {
  const t = useText()
  const { timeline, older, line } = view.conversation
  const entries = useMemo(() => entriesOf(timeline), [timeline])
  const own = timeline.own.flatMap(({ clientId, delivery }) => (delivery.at === 'failed' ? [] : [clientId]))
  const newestTheirs = entries.filter(({ isOwn }) => !isOwn).at(-1)?.key ?? null
  const wantOlder = () => {
    // What failed is asked for again by its button: asked for by being near it, it would be without an end.
    if (older.at === 'more' || (older.at === 'failed' && older.isWanted)) client.wantOlder()
  }
  // What was wanted while the line asked what it missed is wanted still when it has heard.
  const shown = `${entries.length} ${older.at} ${line.at} ${view.desk.typing}`
  const place = useReadingPlace(shown, own, wantOlder, newestTheirs)
  const { isAtEnd, isSeen } = place
  useEffect(() => client.setSeen(isSeen), [client, isSeen])
  useEffect(() => () => client.setSeen(false), [client])
  const below = useNewBelow(entries, isAtEnd)
  // It is tried again every few seconds: what says so, and its button, stay meanwhile.
  const [hasFailed, setHasFailed] = useState(false)
  if (line.at === 'waiting' && !hasFailed) setHasFailed(true)
  // Files on their way up wait at the end, and what is said meanwhile comes above them.
  const unseen = isAtEnd && !isSeen ? view.unread : below
  return (
    <div className={styles.middle}>
      <Log place={place}>
        {older.at === 'unloaded' && entries.length === 0 ? (
          <NotYet line={line} hasFailed={hasFailed} onRetry={() => client.retry()} />
        ) : (
          <>
            <Start
              older={older}
              isEmpty={entries.length === 0}
              hasFailed={hasFailed}
              onAgain={() => (older.at === 'failed' ? client.wantOlder() : client.retry())}
            />
            <Messages client={client} entries={entries} readMs={view.desk.readMs} ended={view.desk.ended} />
          </>
        )}
        <Typing name={view.desk.typing} />
      </Log>
      {isAtEnd && unseen === 0 ? null : (
        <button
          type="button"
          className={classes(styles.toEnd, isAtEnd && styles.above)}
          onClick={() => (isAtEnd ? place.toSeen() : place.toEnd('smooth'))}
        >
          <Icon name="down" size={18} />
          {unseen > 0 ? (
            <span>{t('chat.new-messages', { count: unseen })}</span>
          ) : (
            <span className={hidden.hidden}>{t('chat.to-newest')}</span>
          )}
        </button>
      )}
      <Heard entries={entries} ended={view.desk.ended?.session_id ?? null} />
    </div>
  )
}

function Log({ place, children }: { place: ReadingPlace; children: ReactNode }) {
  const t = useText()
  return (
    <div
      ref={place.box}
      className={styles.log}
      role="log"
      aria-label={t('chat.log')}
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys scroll what has the focus.
      tabIndex={0}
      onScroll={place.onScroll}
    >
      <div ref={place.content} className={styles.content}>
        {children}
      </div>
    </div>
  )
}

/** How many came from the other end since the reader left the end. */
function useNewBelow(entries: readonly Entry[], isAtEnd: boolean): number {
  const lastSeenMs = useRef(0)
  const theirs = entries.filter(({ isOwn }) => !isOwn)
  const newestMs = theirs.at(-1)?.atMs ?? 0
  useEffect(() => {
    if (isAtEnd) lastSeenMs.current = newestMs
  }, [isAtEnd, newestMs])
  return isAtEnd ? 0 : theirs.filter(({ atMs }) => atMs > lastSeenMs.current).length
}

interface StartProps {
  older: Older
  isEmpty: boolean
  hasFailed: boolean
  onAgain: () => void
}

function Start({ older, isEmpty, hasFailed, onAgain }: StartProps) {
  const t = useText()
  // What was said meanwhile is there without history, and all that was said before is missing.
  switch (older.at === 'unloaded' && hasFailed ? 'failed' : older.at) {
    case 'loading':
      return (
        <p className={styles.start} role="status">
          <Spinner />
          <span className={hidden.hidden}>{t('chat.older-loading')}</span>
        </p>
      )
    case 'failed':
      return (
        <div className={styles.start}>
          <span>{t('chat.older-failed')}</span>
          <Button small variant="quiet" icon="refresh" onClick={onAgain}>
            {t('app.try-again')}
          </Button>
        </div>
      )
    case 'none':
      return isEmpty ? (
        <div className={styles.empty}>
          <EmptyState icon="chat" title={t('chat.empty-title')}>
            {t('chat.empty-text')}
          </EmptyState>
        </div>
      ) : (
        <p className={styles.start}>{t('chat.start')}</p>
      )
    default:
      // As high as the spinner, so that nothing moves when it comes.
      return <div className={styles.start} />
  }
}

interface NotYetProps {
  line: Line
  hasFailed: boolean
  onRetry: () => void
}

function NotYet({ line, hasFailed, onRetry }: NotYetProps) {
  const isRefused = line.at === 'refused'
  if (!isRefused && !hasFailed) return <LogLoading />
  return <LogFailed how={isRefused ? 'refused' : 'failed'} isBusy={line.at !== 'waiting'} onRetry={onRetry} />
}
