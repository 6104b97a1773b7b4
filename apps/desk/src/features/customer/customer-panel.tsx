/** Who the customer is, whose the conversation is, how it ends, and what colleagues should know. */
import { langOf } from '@kapao/browser/lang-of'
import type { DeskConversation } from '@kapao/contract/desk'
import { SkeletonList } from '@kapao/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { customerName } from '../../lib/customer-name.ts'
import { useText } from '../../lib/i18n.ts'
import { conversationQuery } from '../../lib/queries.ts'
import { ColumnBar } from '../../ui/column-bar.tsx'
import { FailedAsk } from '../../ui/failed-ask.tsx'
import { Assign } from './assign.tsx'
import styles from './customer-panel.module.css'
import { EndConversation } from './end-conversation.tsx'
import { Guest } from './guest.tsx'
import { Member } from './member.tsx'
import { Notes } from './notes.tsx'

export function CustomerPanel({ conversationId, onBack }: { conversationId: string; onBack: () => void }) {
  const t = useText()
  const asked = useQuery(conversationQuery(conversationId))
  const conversation = asked.data?.conversation
  const name = conversation ? customerName(t, conversation) : null
  return (
    <>
      <ColumnBar
        back={{ label: t('app.back'), from: 'tablet', onPress: onBack }}
        title={<h2>{t('customer.title')}</h2>}
        about={name === null ? null : <span lang={langOf(name)}>{name}</span>}
      />
      <div className={styles.scroll}>
        {conversation ? (
          <Parts conversation={conversation} />
        ) : asked.isError ? (
          <FailedAsk title={t('customer.failed')} asked={asked} />
        ) : (
          <SkeletonList rows={4} label={t('app.loading')} />
        )}
      </div>
    </>
  )
}

function Parts({ conversation }: { conversation: DeskConversation }) {
  return (
    <>
      <section className={styles.part}>
        <Assign conversation={conversation} />
        <EndConversation conversation={conversation} />
      </section>
      <section className={styles.part}>
        {conversation.kind === 'member' ? (
          <Member conversationId={conversation.conversationId} />
        ) : (
          <Guest conversation={conversation} />
        )}
      </section>
      <section className={styles.part}>
        <Notes conversationId={conversation.conversationId} />
      </section>
    </>
  )
}
