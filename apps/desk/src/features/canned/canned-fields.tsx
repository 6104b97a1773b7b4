import { CANNED_TITLE_MAX } from '@kapao/contract/desk-tools'
import { Field } from '@kapao/ui/field'
import { SelectField } from '@kapao/ui/select-field'
import { useText } from '../../lib/i18n.ts'
import { MessageEditor } from '../../ui/message/message-editor.tsx'
import { emptyMessage, type MessageKind, messageProblem } from '../../ui/message/message-rules.ts'
import styles from './canned.module.css'
import { type CannedDraft, isShaped, isTitled } from './canned-draft.ts'

const kinds: readonly MessageKind[] = ['text', 'media', 'quick_replies', 'buttons', 'generic']
const languages = ['', 'th', 'la', 'en'] as const

interface CannedFieldsProps {
  draft: CannedDraft
  onChange: (changes: Partial<CannedDraft>) => void
  /** Whether saving was tried: before that nothing is missing yet. */
  wasTried: boolean
  /** Whether another reply has the shortcut. */
  isTaken: boolean
}

export function CannedFields({ draft, onChange, wasTried, isTaken }: CannedFieldsProps) {
  const t = useText()
  return (
    <div className={styles.fields}>
      <Field
        label={t('canned.name')}
        required
        maxLength={CANNED_TITLE_MAX}
        error={wasTried && !isTitled(draft) ? t('canned.name-missing') : null}
        value={draft.title}
        onChange={(title) => onChange({ title })}
      />
      <Field
        label={t('canned.shortcut')}
        hint={t('canned.shortcut-hint')}
        prefix="/"
        maxLength={30}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={isTaken ? t('errors.KEY_INVALID') : isShaped(draft) ? null : t('canned.shortcut-shape')}
        value={draft.shortcut}
        onChange={(shortcut) => onChange({ shortcut: shortcut.replace(/^\//, '') })}
      />
      <SelectField
        label={t('canned.language')}
        value={draft.language}
        options={languages.map((one) => ({
          value: one,
          label: t(one === '' ? 'canned.language-all' : `canned.language-${one}`),
        }))}
        onChange={(chosen) => onChange({ language: languages.find((one) => one === chosen) ?? '' })}
      />
      <SelectField
        label={t('canned.message')}
        value={draft.message.message_type}
        options={kinds.map((one) => ({ value: one, label: t(`message.kind-${one}`) }))}
        onChange={(chosen) =>
          onChange({ message: emptyMessage(kinds.find((one) => one === chosen) ?? 'text') })
        }
      />
      <MessageEditor
        message={draft.message}
        onChange={(message) => onChange({ message })}
        problem={wasTried ? messageProblem(draft.message) : null}
      />
      <p className={styles.none}>{t('canned.name-hint')}</p>
    </div>
  )
}
