/** One conversation: who it is with, what was said, and what is being written. */
import { langOf } from '@kapao/browser/lang-of'
import { groupPhoneNo } from '@kapao/browser/phone-number'
import type { DeskConversation } from '@kapao/contract/desk'
import { IconButton } from '@kapao/ui/icon-button'
import { SkeletonList } from '@kapao/ui/skeleton'
import { FailedState } from '@kapao/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customerName } from '../../lib/customer-name.ts'
import { errorText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { conversationQuery } from '../../lib/queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ColumnBar } from '../../ui/column-bar.tsx'
import { FailedAsk } from '../../ui/failed-ask.tsx'
import { Grouped } from '../../ui/grouped.tsx'
import { useOutbox } from './boxes.ts'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import styles from './thread.module.css'
import { useAttach } from './use-attach.ts'
import { useReadMark } from './use-read-mark.ts'
import { useThread } from './use-thread.ts'
import { useTyping } from './use-typing.ts'

interface ThreadProps {
  conversationId: string
  /** Before a narrow screen its customer is shown in its place. */
  isShown: boolean
  onBack: () => void
  onAbout: () => void
}

export function Thread({ conversationId, isShown, onBack, onAbout }: ThreadProps) {
  const t = useText()
  const asked = useQuery(conversationQuery(conversationId))
  const conversation = asked.data?.conversation
  const name = conversation ? customerName(t, conversation) : ''
  return (
    <>
      <ColumnBar
        back={{ label: t('app.back'), onPress: onBack }}
        start={<Avatar name={conversation?.kind === 'guest' ? '' : name} size={40} />}
        title={<h2 lang={langOf(name)}>{name || '\u00a0'}</h2>}
        about={conversation ? <About conversation={conversation} /> : null}
        end={
          <span className={styles.info}>
            <IconButton name="info" label={t('thread.about-customer')} onClick={onAbout} />
          </span>
        }
      />
      {conversation ? (
        <Talk conversation={conversation} name={name} isShown={isShown} />
      ) : asked.isError ? (
        <div className={styles.state}>
          <FailedAsk title={t('thread.failed')} asked={asked} />
        </div>
      ) : (
        <div className={styles.state}>
          <SkeletonList rows={5} label={t('app.loading')} />
        </div>
      )}
    </>
  )
}

function About({ conversation }: { conversation: DeskConversation }) {
  const t = useText()
  const { kind, username, isOpen, assignee } = conversation
  const charge = assignee ? t('thread.of', { name: assignee.displayName }) : null
  return (
    <>
      {kind === 'member' ? (
        <Grouped number={username} written={groupPhoneNo(username)} />
      ) : (
        t('thread.is-guest')
      )}
      {isOpen ? null : ` · ${t('thread.is-ended')}`}
      {charge === null ? null : <span lang={langOf(charge)}>{` · ${charge}`}</span>}
    </>
  )
}

interface TalkProps {
  conversation: DeskConversation
  name: string
  isShown: boolean
}

function Talk({ conversation, name, isShown }: TalkProps) {
  const t = useText()
  const { conversationId } = conversation
  const { thread, retry, loadOlder } = useThread(conversationId)
  const written = useOutbox(conversationId)
  const attach = useAttach(conversationId)
  const typing = useTyping(conversationId)
  const [isSeen, setIsSeen] = useState(false)
  useReadMark(conversation, thread, isShown && isSeen)
  if (thread.at === 'failed') {
    return (
      <div className={styles.state}>
        <FailedState title={t('thread.failed')} retryLabel={t('app.try-again')} onRetry={retry}>
          {errorText(t, thread.why)}
        </FailedState>
      </div>
    )
  }
  if (thread.at === 'loading') {
    return (
      <div className={styles.state}>
        <SkeletonList rows={5} label={t('app.loading')} />
      </div>
    )
  }
  return (
    <div className={styles.talk} {...attach.dropping} data-over={attach.isOver || undefined}>
      <MessageList
        conversation={conversation}
        thread={thread}
        written={written}
        typing={typing}
        onOlder={loadOlder}
        onSeen={setIsSeen}
      />
      <Composer conversation={conversation} customer={name} attach={attach.add} />
      {attach.isOver ? (
        <p className={styles.drop} aria-hidden="true">
          {t('thread.drop-here')}
        </p>
      ) : null}
    </div>
  )
}
