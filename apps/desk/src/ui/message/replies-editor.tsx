import type { ChatButton } from '@kapao/contract/chat'
import { Button } from '@kapao/ui/button'
import { Field } from '@kapao/ui/field'
import { IconButton } from '@kapao/ui/icon-button'
import { useText } from '../../lib/i18n.ts'
import styles from './message-editor.module.css'
import { asQuickReply, limits } from './message-rules.ts'

interface RepliesEditorProps {
  replies: readonly ChatButton[]
  onChange: (replies: ChatButton[]) => void
}

export function RepliesEditor({ replies, onChange }: RepliesEditorProps) {
  const t = useText()
  return (
    <div className={styles.parts}>
      {replies.map((reply, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is being written has no other name.
        <div key={index} className={styles.line}>
          <Field
            label={t('message.reply', { number: index + 1 })}
            value={reply.title}
            maxLength={limits.titleUnits}
            onChange={(title) => onChange(replies.with(index, asQuickReply(title)))}
          />
          <IconButton
            name="close"
            label={t('message.remove-reply', { number: index + 1 })}
            onClick={() => onChange(replies.toSpliced(index, 1))}
          />
        </div>
      ))}
      {replies.length < limits.buttons ? (
        <Button
          small
          variant="secondary"
          icon="plus"
          onClick={() => onChange([...replies, asQuickReply('')])}
        >
          {t('message.add-reply')}
        </Button>
      ) : null}
    </div>
  )
}
