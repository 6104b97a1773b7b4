import type { HTMLInputAutoCompleteAttribute, KeyboardEvent, ReactNode, Ref } from 'react'
import styles from './field.module.css'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'

export interface FieldProps extends FieldTexts {
  value: string
  onChange: (value: string) => void
  name?: string | undefined
  type?: 'text' | 'tel' | 'email' | 'search' | 'url' | 'password' | undefined
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'search' | 'email' | 'url' | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  autoCapitalize?: 'none' | 'characters' | 'words' | 'sentences' | undefined
  autoCorrect?: 'on' | 'off' | undefined
  spellCheck?: boolean | undefined
  enterKeyHint?: 'done' | 'go' | 'next' | 'search' | 'send' | undefined
  maxLength?: number | undefined
  placeholder?: string | undefined
  prefix?: ReactNode
  suffix?: ReactNode
  readOnly?: boolean | undefined
  /** What was typed is on its way. Not disabled: that would drop the focus, and the keyboard with it. */
  busy?: boolean | undefined
  required?: boolean | undefined
  /** The language of what is typed, when it is not the page's. */
  lang?: string | undefined
  onBlur?: (() => void) | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

export function Field({
  label,
  error,
  hint,
  prefix,
  suffix,
  onChange,
  required,
  busy,
  ...input
}: FieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required}>
      {(wiring) => (
        <div className={styles.box}>
          {prefix ? <span className={styles.affix}>{prefix}</span> : null}
          <input
            {...input}
            {...wiring}
            className={styles.input}
            type={input.type ?? 'text'}
            readOnly={busy || input.readOnly}
            required={required}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {suffix ? <span className={styles.affix}>{suffix}</span> : null}
        </div>
      )}
    </FieldFrame>
  )
}
