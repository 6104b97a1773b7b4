/** How far an own message is, and what can be done about it. */

import { type Delivery, maySendAgain } from '@kapao/chat-view/delivery'
import { leavesFocusToLog } from '@kapao/chat-view/leaves-focus'
import { Icon } from '@kapao/ui/icon'
import { Progress } from '@kapao/ui/progress'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import type { ChatClient } from './chat-client.ts'
import { tooOftenText } from './failed-delivery.ts'
import styles from './own-state.module.css'

interface OwnStateProps {
  client: ChatClient
  clientId: string
  delivery: Delivery
  isRead: boolean
}

export function OwnState({ client, clientId, delivery, isRead }: OwnStateProps) {
  const t = useText()
  switch (delivery.at) {
    case 'queued':
      return (
        <span className={styles.state}>
          <Icon name="clock" size={14} />
          {t('chat.queued')}
        </span>
      )
    case 'uploading_file':
      return <Uploading part={delivery.part} onCancel={() => client.remove(clientId)} />
    case 'sending':
      return <span className={styles.state}>{t('chat.sending')}</span>
    case 'succeed':
      return (
        <span className={styles.state}>
          <Icon name="check" size={14} />
          {t(isRead ? 'chat.read' : 'chat.sent')}
        </span>
      )
    case 'failed':
      return (
        <div className={styles.failed}>
          <p role="alert">
            <Icon name="warning" size={16} />
            {t('chat.not-sent')}
            {': '}
            {whyText(t, delivery)}
          </p>
          {delivery.hasFile && delivery.why.kind !== 'refused' && maySendAgain(delivery) ? (
            <p className={styles.note}>{t('chat.file-not-kept')}</p>
          ) : null}
          <div ref={leavesFocusToLog} className={styles.actions}>
            {maySendAgain(delivery) ? (
              <button type="button" onClick={() => client.resend(clientId)}>
                {t('chat.send-again')}
              </button>
            ) : null}
            <button type="button" onClick={() => client.remove(clientId)}>
              {t('chat.remove')}
            </button>
          </div>
        </div>
      )
  }
}

function Uploading({ part, onCancel }: { part: number; onCancel: () => void }) {
  const t = useText()
  // All of it has left this phone; how long the other end takes over it nobody knows.
  const isUp = part === 1
  return (
    <div className={styles.uploading}>
      <Progress value={isUp ? undefined : part} label={t('chat.uploading-file')} />
      <div ref={leavesFocusToLog} className={styles.actions}>
        <span className={styles.state}>
          {isUp ? t('chat.uploaded') : t('chat.uploading', { percent: Math.floor(part * 100) })}
        </span>
        <button type="button" onClick={onCancel}>
          {t('chat.cancel')}
        </button>
      </div>
    </div>
  )
}

/** The texts of the app speak of money where nothing is known; here nothing but a message is at stake. */
function whyText(t: Text, failed: Extract<Delivery, { at: 'failed' }>): string {
  const { why } = failed
  // A proxy on the way takes no files of this size; which size it would take it does not say.
  if (why.kind === 'not-understood' && why.status === 413) return errorText(t, why)
  if (why.kind !== 'refused') return t(`chat.why-${why.kind}`)
  if (isRefusal(why, 'FILE_NOT_SUPPORTED')) return t('chat.not-supported')
  // How many bytes it has was looked at before it was sent: it is what there is to draw.
  if (isRefusal(why, 'FILE_TOO_LARGE')) return t('chat.why-too-large')
  if (isRefusal(why, 'INTERNAL_SERVER_ERROR', 'BAD_REQUEST')) return t('chat.why-not-understood')
  if (isRefusal(why, 'REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN')) return tooOftenText(t, failed)
  return errorText(t, why)
}
