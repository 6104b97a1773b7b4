import { classes } from './classes.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'
import { Icon } from './icon.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean | undefined
}

export interface SelectFieldProps extends FieldTexts {
  value: string
  onChange: (value: string) => void
  options: readonly SelectOption[]
  /** Shown while nothing is chosen; cannot be chosen again. */
  placeholder?: string | undefined
  name?: string | undefined
  autoComplete?: string | undefined
  disabled?: boolean | undefined
  required?: boolean | undefined
  /** Both come before the list opens. */
  onFocus?: (() => void) | undefined
  onPointerDown?: (() => void) | undefined
}

/** The platform's own list: on a phone nothing drawn by us is easier to use. */
export function SelectField({
  label,
  error,
  hint,
  options,
  placeholder,
  onChange,
  ...select
}: SelectFieldProps) {
  const chosen = options.find(({ value }) => value === select.value)
  return (
    <FieldFrame label={label} error={error} hint={hint} required={select.required}>
      {(wiring) => (
        <div className={styles.box}>
          {/* A list cuts a long name off; this one goes on below. */}
          <span className={styles.chosen} aria-hidden="true" data-is-empty={chosen === undefined}>
            {chosen?.label ?? placeholder}
          </span>
          <select
            {...select}
            {...wiring}
            className={classes(styles.input, styles.select)}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {placeholder === undefined ? null : (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={styles.caret}>
            <Icon name="down" size={20} />
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
