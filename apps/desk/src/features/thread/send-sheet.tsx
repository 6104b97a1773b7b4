/** Quick replies, buttons, cards and media are seen and filled in before they go out. */
import { langOf } from '@kapao/browser/lang-of'
import type { KnownMessage } from '@kapao/contract/chat'
import { readMessage } from '@kapao/contract/chat'
import type { CannedReply } from '@kapao/contract/desk-tools'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { useState } from 'react'
import { useLocale, useText } from '../../lib/i18n.ts'
import { ownFirst } from '../../lib/own-first.ts'
import { MessageEditor } from '../../ui/message/message-editor.tsx'
import { emptyMessage, type MessageKind, messageProblem } from '../../ui/message/message-rules.ts'
import { UploadsProvider, useUploads } from '../../ui/message/uploads.ts'
import { Preview } from '../../ui/preview.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import styles from './send-sheet.module.css'

interface SendSheetProps {
  start: KnownMessage | 'choose'
  customer: string
  canned: readonly CannedReply[]
  /** Why there are no templates, other than that nobody has made one. */
  missing: string | null
  fillName: (message: KnownMessage) => KnownMessage
  /** What was begun in this conversation and neither sent nor removed. */
  kept: KnownMessage | null
  onKeep: (message: KnownMessage | null) => void
  /** Null: it was closed, and nothing goes out. */
  onDone: (message: KnownMessage | null) => void
}

const kinds: readonly Exclude<MessageKind, 'text' | 'media'>[] = ['quick_replies', 'buttons', 'generic']

export function SendSheet({
  start,
  customer,
  canned,
  missing,
  fillName,
  kept,
  onKeep,
  onDone,
}: SendSheetProps) {
  const t = useText()
  // As it was chosen: it is kept from the first change on.
  const [chosen, setChosen] = useState<KnownMessage | null>(start === 'choose' ? null : start)
  const message = chosen ?? kept
  const [wasTried, setWasTried] = useState(false)
  const [isUploading, countUpload] = useUploads()
  const problem = message === null ? null : messageProblem(message)
  function submit() {
    setWasTried(true)
    if (message !== null && problem === null) onDone(message)
  }
  function keep(next: KnownMessage | null) {
    setChosen(null)
    onKeep(next)
  }
  return (
    <SidePanel
      title={t('thread.send-to', { name: customer })}
      closeLabel={t('app.close')}
      onClose={() => onDone(null)}
      foot={
        message === null ? null : (
          <>
            <Button full icon="send" busy={isUploading} onClick={submit}>
              {t('thread.send')}
            </Button>
            <Button full variant="quiet" onClick={() => (chosen ? setChosen(null) : onKeep(null))}>
              {t('thread.remove')}
            </Button>
          </>
        )
      }
    >
      {message === null ? (
        <Choice canned={canned} missing={missing} onChoose={(one) => setChosen(fillName(one))} />
      ) : (
        <UploadsProvider value={countUpload}>
          <MessageEditor message={message} onChange={keep} problem={wasTried ? problem : null} />
        </UploadsProvider>
      )}
    </SidePanel>
  )
}

interface ChoiceProps extends Pick<SendSheetProps, 'canned' | 'missing'> {
  onChoose: (message: KnownMessage) => void
}

function Choice({ canned, missing, onChoose }: ChoiceProps) {
  const t = useText()
  const locale = useLocale()
  const templates = ownFirst(
    canned.filter(({ kind }) => kind === 'template'),
    locale,
  )
  return (
    <div className={styles.choice}>
      <h3>{t('thread.new-message')}</h3>
      <ul className={styles.list}>
        {kinds.map((kind) => (
          <li key={kind}>
            <button type="button" className={styles.item} onClick={() => onChoose(emptyMessage(kind))}>
              <Icon name="plus" size={20} />
              <span>{t(`message.kind-${kind}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <h3>{t('thread.templates')}</h3>
      {templates.length === 0 ? <p className={styles.none}>{missing ?? t('thread.templates-none')}</p> : null}
      <ul className={styles.list}>
        {templates.map((template) => {
          const message = readMessage(template.message)
          if (message === null) return null
          return (
            <li key={template.cannedId}>
              <button type="button" className={styles.item} onClick={() => onChoose(message)}>
                <span className={styles.words}>
                  <strong lang={langOf(template.title)}>{template.title}</strong>
                  <Preview className={styles.preview} message={template.message} />
                </span>
                <Icon name="chevron" size={18} />
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
