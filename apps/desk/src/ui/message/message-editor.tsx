/** A message of any kind, being made: for sending one and for keeping it as a canned reply. Below it, how the customer will see it. */
import { MessageView } from '@kapao/chat-view/message-view'
import type { KnownMessage } from '@kapao/contract/chat'
import { useText } from '../../lib/i18n.ts'
import { useMessageTexts } from '../../lib/message-texts.ts'
import { TextArea } from '../text-area.tsx'
import { ButtonsEditor } from './buttons-editor.tsx'
import { CardsEditor } from './cards-editor.tsx'
import { FilePick } from './file-pick.tsx'
import styles from './message-editor.module.css'
import { type MessageProblem, messageProblem } from './message-rules.ts'
import { RepliesEditor } from './replies-editor.tsx'

interface MessageEditorProps {
  message: KnownMessage
  onChange: (message: KnownMessage) => void
  /** Shown once it was tried to go on. */
  problem: MessageProblem | null
}

export function MessageEditor({ message, onChange, problem }: MessageEditorProps) {
  const t = useText()
  const texts = useMessageTexts()
  return (
    <div className={styles.editor}>
      <Parts message={message} onChange={onChange} />
      <div aria-live="assertive">
        {problem ? <p className={styles.problem}>{t(`message.problem-${problem}`)}</p> : null}
      </div>
      {messageProblem(message) === null ? (
        <section className={styles.preview} aria-label={t('message.preview')}>
          <h3>{t('message.preview')}</h3>
          <MessageView message={message} side="own" texts={texts} />
        </section>
      ) : null}
    </div>
  )
}

type PartsProps = Pick<MessageEditorProps, 'message' | 'onChange'>

function Parts({ message, onChange }: PartsProps) {
  const t = useText()
  switch (message.message_type) {
    case 'text':
    case 'postback':
      return (
        <TextArea
          label={t('message.text')}
          rows={5}
          value={message.message_type === 'text' ? message.payload.text : message.payload.title}
          onChange={(text) => onChange({ message_type: 'text', payload: { text } })}
        />
      )
    case 'media':
      return (
        <>
          <FilePick
            filePath={message.payload.filePath}
            onPicked={({ path, ...measures }) =>
              onChange({
                message_type: 'media',
                payload: { message: message.payload.message, url: false, filePath: path, ...measures },
              })
            }
          />
          <TextArea
            label={t('message.caption')}
            rows={2}
            value={message.payload.message}
            onChange={(caption) =>
              onChange({ message_type: 'media', payload: { ...message.payload, message: caption } })
            }
          />
        </>
      )
    case 'buttons':
      return (
        <>
          <TextArea
            label={t('message.text')}
            value={message.payload.text}
            onChange={(text) => onChange({ message_type: 'buttons', payload: { ...message.payload, text } })}
          />
          <ButtonsEditor
            buttons={message.payload.buttons}
            onChange={(buttons) =>
              onChange({ message_type: 'buttons', payload: { ...message.payload, buttons } })
            }
          />
        </>
      )
    case 'quick_replies':
      return (
        <>
          <TextArea
            label={t('message.text')}
            value={message.payload.text}
            onChange={(text) =>
              onChange({ message_type: 'quick_replies', payload: { ...message.payload, text } })
            }
          />
          <RepliesEditor
            replies={message.payload.quick_replies}
            onChange={(quick_replies) =>
              onChange({ message_type: 'quick_replies', payload: { ...message.payload, quick_replies } })
            }
          />
        </>
      )
    case 'generic':
      return (
        <CardsEditor
          cards={message.payload.elements}
          onChange={(elements) => onChange({ message_type: 'generic', payload: { elements } })}
        />
      )
  }
}
