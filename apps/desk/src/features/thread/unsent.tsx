/** A message of ours that the server has not taken: what it waits for, and after a failure what can be done. */
import { type Delivery, maySendAgain } from '@kapao/chat-view/delivery'
import { MessageView } from '@kapao/chat-view/message-view'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { Progress } from '@kapao/ui/progress'
import { errorText, isChangedMeanwhile } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { useMessageTexts } from '../../lib/message-texts.ts'
import type { Entry } from './entries.ts'
import { previewAddress, sendAgain, takeBack } from './outbox.ts'
import styles from './unsent.module.css'

interface UnsentProps {
  conversationId: string
  entry: Entry
  delivery: Delivery
}

export function Unsent({ conversationId, entry, delivery }: UnsentProps) {
  const t = useText()
  const texts = useMessageTexts()
  return (
    <div className={styles.unsent}>
      <div className={styles.faint}>
        <MessageView
          message={entry.message}
          side="own"
          texts={texts}
          localAddress={previewAddress(entry.key) ?? undefined}
        />
      </div>
      <State delivery={delivery} />
      {delivery.at === 'sending' ? null : (
        <div className={styles.ways}>
          {delivery.at === 'failed' && maySendAgain(delivery) ? (
            <Button
              small
              variant="secondary"
              icon="refresh"
              onClick={() => sendAgain(conversationId, entry.key)}
            >
              {t('thread.send-again')}
            </Button>
          ) : null}
          <Button small variant="quiet" onClick={() => takeBack(conversationId, entry.key)}>
            {t(delivery.at === 'uploading_file' ? 'thread.cancel' : 'thread.remove')}
          </Button>
        </div>
      )}
    </div>
  )
}

function State({ delivery }: { delivery: Delivery }) {
  const t = useText()
  switch (delivery.at) {
    case 'uploading_file':
      return (
        <div className={styles.progress}>
          <Progress value={delivery.part} label={t('thread.uploading')} />
        </div>
      )
    case 'sending':
      return <p className={styles.state}>{t('thread.sending')}</p>
    case 'queued':
      return (
        <p className={styles.state}>
          <Icon name="clock" size={14} />
          {t('thread.queued')}
        </p>
      )
    case 'failed':
      return (
        <p className={styles.failed} role="alert">
          <Icon name="warning" size={14} />
          {isChangedMeanwhile(delivery.why) ? t('thread.not-sent-changed') : errorText(t, delivery.why)}
        </p>
      )
    case 'succeed':
      return null
  }
}
