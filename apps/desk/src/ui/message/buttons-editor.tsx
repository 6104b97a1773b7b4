import type { ChatButton } from '@kapao/contract/chat'
import { Button } from '@kapao/ui/button'
import { Field } from '@kapao/ui/field'
import { IconButton } from '@kapao/ui/icon-button'
import { SelectField } from '@kapao/ui/select-field'
import { useText } from '../../lib/i18n.ts'
import styles from './message-editor.module.css'
import { emptyButton, limits } from './message-rules.ts'

interface ButtonsEditorProps {
  buttons: readonly ChatButton[]
  onChange: (buttons: ChatButton[]) => void
}

const types = ['web', 'call', 'postback'] as const

export function ButtonsEditor({ buttons, onChange }: ButtonsEditorProps) {
  const t = useText()
  return (
    <div className={styles.parts}>
      {buttons.map((button, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is being written has no other name.
        <div key={index} className={styles.part}>
          <div className={styles.head}>
            {t('message.button', { number: index + 1 })}
            <IconButton
              name="close"
              label={t('message.remove-button', { number: index + 1 })}
              onClick={() => onChange(buttons.toSpliced(index, 1))}
            />
          </div>
          <OneButton button={button} onChange={(next) => onChange(buttons.with(index, next))} />
        </div>
      ))}
      {buttons.length < limits.buttons ? (
        <Button
          small
          variant="secondary"
          icon="plus"
          onClick={() => onChange([...buttons, emptyButton('web')])}
        >
          {t('message.add-button')}
        </Button>
      ) : null}
    </div>
  )
}

function OneButton({ button, onChange }: { button: ChatButton; onChange: (button: ChatButton) => void }) {
  const t = useText()
  const type = types.find((one) => one === button.type) ?? 'postback'
  return (
    <>
      <Field
        label={t('message.button-title')}
        value={button.title}
        maxLength={limits.titleUnits}
        onChange={(title) => onChange({ ...button, title })}
      />
      <SelectField
        label={t('message.button-type')}
        value={type}
        options={types.map((one) => ({ value: one, label: t(`message.type-${one}`) }))}
        onChange={(chosen) => onChange({ ...button, type: types.find((one) => one === chosen) ?? 'web' })}
      />
      <Field
        label={t(`message.payload-${type}`)}
        type={type === 'web' ? 'url' : type === 'call' ? 'tel' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        value={button.payload}
        onChange={(payload) => onChange({ ...button, payload })}
      />
    </>
  )
}
