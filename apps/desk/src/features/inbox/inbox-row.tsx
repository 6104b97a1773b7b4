import { langOf } from '@kapao/browser/lang-of'
import type { DeskConversation } from '@kapao/contract/desk'
import { Icon } from '@kapao/ui/icon'
import { Link } from 'wouter'
import { further } from '../../lib/back.ts'
import { customerName } from '../../lib/customer-name.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { previewOf } from '../../lib/preview.ts'
import { useMe } from '../../lib/queries.ts'
import { formatShort, formatWait } from '../../lib/short-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './inbox-row.module.css'
import { waitOf } from './inbox-rules.ts'

type LastMessage = NonNullable<DeskConversation['lastMessage']>

interface InboxRowProps {
  row: DeskConversation
  nowMs: number
  isSelected: boolean
  hasFailed: boolean
}

export function InboxRow({ row, nowMs, isSelected, hasFailed }: InboxRowProps) {
  const t = useText()
  const name = customerName(t, row)
  const last = row.lastMessage
  return (
    <li>
      <Link
        href={`/c/${row.conversationId}`}
        state={further}
        className={styles.row}
        aria-current={isSelected ? 'page' : undefined}
        data-unread={row.unread > 0 || undefined}
      >
        <Avatar name={row.kind === 'guest' ? '' : name} />
        <span className={styles.body}>
          <span className={styles.line}>
            <span className={styles.name} lang={langOf(name)}>
              {name}
            </span>
            {last ? (
              <time className={styles.time} dateTime={last.createdAt}>
                {formatShort(Date.parse(last.createdAt), nowMs)}
              </time>
            ) : null}
          </span>
          <span className={styles.line}>
            <Preview message={last} />
            {row.unread > 0 ? (
              <span className={styles.count} role="img" aria-label={t('inbox.unread', { count: row.unread })}>
                {row.unread > 99 ? '99+' : row.unread}
              </span>
            ) : null}
          </span>
          <Facts row={row} nowMs={nowMs} hasFailed={hasFailed} />
        </span>
      </Link>
    </li>
  )
}

function Preview({ message }: { message: DeskConversation['lastMessage'] }) {
  const t = useText()
  const me = useMe()
  const text = message ? previewText(t, message, me.staffId) : t('inbox.nothing-said')
  return (
    <span className={styles.preview} lang={langOf(text)}>
      {text}
    </span>
  )
}

function previewText(t: Text, { message, staff }: LastMessage, ownId: string): string {
  const text = previewOf(t, message).replace(/\s+/g, ' ')
  if (staff === null) return text
  const by = staff.staffId === ownId ? t('inbox.you') : staff.displayName
  return t('inbox.said-by', { by, text })
}

/** What did not go out, who waits, and whose it is. Nothing at all where there is nothing to say. */
function Facts({ row, nowMs, hasFailed }: Omit<InboxRowProps, 'isSelected'>) {
  const t = useText()
  const me = useMe()
  const wait = waitOf(row, nowMs)
  const { assignee } = row
  if (!hasFailed && wait === null && assignee === null && row.isOpen) return null
  return (
    <span className={styles.facts}>
      {hasFailed ? (
        <span className={styles.wait} data-long>
          <Icon name="warning" size={14} />
          {t('inbox.not-sent')}
        </span>
      ) : null}
      {wait ? (
        <span className={styles.wait} data-long={wait.isLong || undefined}>
          <Icon name="clock" size={14} />
          {t('inbox.waits', { time: formatWait(t, wait.waitedMs) })}
        </span>
      ) : null}
      {row.isOpen ? null : <span className={styles.fact}>{t('inbox.ended')}</span>}
      {assignee ? (
        <Assignee name={assignee.staffId === me.staffId ? t('inbox.you') : assignee.displayName} />
      ) : null}
    </span>
  )
}

function Assignee({ name }: { name: string }) {
  return (
    <span className={styles.fact}>
      <Icon name="user" size={14} />
      <span className={styles.cut} lang={langOf(name)}>
        {name}
      </span>
    </span>
  )
}
