/** What was said, the newest at the bottom and in view; older ones come above while what is looked at stays where it is. */
import type { DeskConversation } from '@kapao/contract/desk'
import { Button } from '@kapao/ui/button'
import { Spinner } from '@kapao/ui/spinner'
import { useEffect, useMemo } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useMe } from '../../lib/queries.ts'
import { formatDay } from '../../lib/short-time.ts'
import { itemsOf } from './entries.ts'
import { Group } from './group.tsx'
import styles from './message-list.module.css'
import { settle, type Written } from './outbox.ts'
import type { Thread } from './thread-state.ts'
import { useHeldView } from './use-held-view.ts'
import type { Typing } from './use-typing.ts'

interface MessageListProps {
  conversation: DeskConversation
  thread: Extract<Thread, { at: 'ready' }>
  written: readonly Written[]
  typing: Typing
  onOlder: () => void
  onAtEnd: (isAtEnd: boolean) => void
}

export function MessageList({ conversation, thread, written, typing, onOlder, onAtEnd }: MessageListProps) {
  const t = useText()
  const me = useMe()
  const { conversationId } = conversation
  const items = useMemo(
    () => itemsOf(thread.messages, written, me.staffId),
    [thread.messages, written, me.staffId],
  )
  useEffect(() => {
    settle(conversationId, new Set(thread.messages.map(({ clientId }) => clientId ?? '')))
  }, [conversationId, thread.messages])
  const last = items.entries.at(-1)
  const view = useHeldView({
    firstKey: items.entries[0]?.key ?? '',
    lastKey: last?.key ?? '',
    isLastOwn: last?.side === 'own',
    onNearTop: () => {
      if (thread.older === 'more') onOlder()
    },
    onAtEnd,
  })
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div ref={view.ref} className={styles.list} role="log" aria-label={t('thread.messages')} tabIndex={0}>
        <div ref={view.contentRef} className={styles.content}>
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
              return (
                <p key={item.key} className={styles.end}>
                  <span>{t('thread.ended-here')}</span>
                </p>
              )
            return <Group key={item.key} entries={item.messages} conversation={conversation} />
          })}
          {conversation.isOpen || thread.messages.length === 0 ? null : (
            <p className={styles.end}>
              <span>{t('thread.ended-here')}</span>
            </p>
          )}
        </div>
      </div>
      {view.hasNews ? (
        <div className={styles.news}>
          <Button small icon="down" onClick={view.toEnd}>
            {t('thread.new-messages')}
          </Button>
        </div>
      ) : null}
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
