import { classes } from '@kapao/ui/classes'
import { FieldFrame, type FieldTexts } from '@kapao/ui/field-frame'
import styles from './otp-field.module.css'
import { cleanDigits } from './typed-text.ts'

export interface OtpFieldProps extends FieldTexts {
  value: string
  onChange: (value: string) => void
  /** Called with the whole code as soon as its last digit is there. */
  onComplete?: ((code: string) => void) | undefined
  length?: number | undefined
  name?: string | undefined
  /** What was typed is on its way. The field keeps the focus. */
  busy?: boolean | undefined
}

/** One input over drawn boxes: six inputs break autofill, paste and screen readers. */
export function OtpField({ label, error, hint, length = 6, ...props }: OtpFieldProps) {
  const { value, onChange, onComplete, busy } = props
  function type(text: string) {
    const code = cleanDigits(text, length)
    onChange(code)
    if (code.length === length && code !== value) onComplete?.(code)
  }
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(wiring) => (
        <div className={classes(styles.otp, Boolean(error) && styles.wrong)}>
          <input
            {...wiring}
            className={styles.input}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="done"
            spellCheck={false}
            name={props.name}
            value={value}
            readOnly={busy}
            onChange={(event) => type(event.currentTarget.value)}
            // The caret cannot be seen, so it is always where the next digit goes.
            onSelect={(event) => event.currentTarget.setSelectionRange(value.length, value.length)}
          />
          <div className={styles.boxes} aria-hidden="true">
            {Array.from({ length }, (_, place) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place.
                key={place}
                className={classes(
                  styles.box,
                  place === Math.min(value.length, length - 1) && styles.next,
                  place === value.length && styles.empty,
                )}
              >
                {value[place]}
              </span>
            ))}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}
