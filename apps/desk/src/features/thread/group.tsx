/** What one person said within a minute, and under the desk's own how far it came. */
import { MessageView } from '@kapao/chat-view/message-view'
import type { DeskConversation } from '@kapao/contract/desk'
import { classes } from '@kapao/ui/classes'
import { Icon } from '@kapao/ui/icon'
import { useText } from '../../lib/i18n.ts'
import { useMessageTexts } from '../../lib/message-texts.ts'
import { useMe } from '../../lib/queries.ts'
import { formatClock } from '../../lib/short-time.ts'
import type { Entry } from './entries.ts'
import styles from './group.module.css'
import { Unsent } from './unsent.tsx'

interface GroupProps {
  entries: readonly [Entry, ...Entry[]]
  conversation: DeskConversation
}

export function Group({ entries, conversation }: GroupProps) {
  const t = useText()
  const me = useMe()
  const texts = useMessageTexts()
  const [first] = entries
  const last = entries.at(-1) ?? first
  const colleague = first.by !== me.staffId && first.staffName !== '' ? first.staffName : null
  return (
    <div className={classes(styles.group, styles[first.side])}>
      {colleague ? <p className={styles.by}>{colleague}</p> : null}
      {entries.map((entry) => (
        <div key={entry.key} className={styles.message} data-key={entry.key}>
          {entry.delivery && entry.delivery.at !== 'succeed' ? (
            <Unsent conversationId={conversation.conversationId} entry={entry} delivery={entry.delivery} />
          ) : (
            <MessageView message={entry.message} side={entry.side} texts={texts} />
          )}
        </div>
      ))}
      {last.delivery && last.delivery.at !== 'succeed' ? null : (
        <p className={styles.foot}>
          <time dateTime={new Date(last.atMs).toISOString()}>{formatClock(last.atMs)}</time>
          {last.side === 'own' ? <ReadMark seq={last.seq} readSeq={conversation.customerReadSeq} /> : null}
        </p>
      )}
      <span className={styles.hidden}>
        {first.side === 'own' ? t('thread.from-us') : t('thread.from-customer')}
      </span>
    </div>
  )
}

function ReadMark({ seq, readSeq }: { seq: number | null; readSeq: number }) {
  const t = useText()
  const isRead = seq !== null && seq <= readSeq
  return (
    <span className={styles.mark} data-read={isRead || undefined}>
      <Icon name="check" size={14} />
      {t(isRead ? 'thread.read' : 'thread.sent')}
    </span>
  )
}
