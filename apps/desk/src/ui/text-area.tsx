import { FieldFrame, type FieldTexts } from '@kapao/ui/field-frame'
import styles from './text-area.module.css'

interface TextAreaProps extends FieldTexts {
  value: string
  onChange: (value: string) => void
  rows?: number
  maxLength?: number
  placeholder?: string
  disabled?: boolean
}

/** A field of several lines, in the same frame as those of one. */
export function TextArea({ label, error, hint, rows = 3, onChange, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(wiring) => (
        <textarea
          {...area}
          {...wiring}
          rows={rows}
          className={styles.area}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}
