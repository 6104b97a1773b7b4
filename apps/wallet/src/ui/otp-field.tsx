import { after } from '@kapao/browser/timers'
import { classes } from '@kapao/ui/classes'
import { FieldFrame, type FieldTexts } from '@kapao/ui/field-frame'
import { type Ref, useEffect, useEffectEvent, useState } from 'react'
import styles from './otp-field.module.css'
import { codeIn } from './typed-text.ts'

/** Of most codes. Another operator's may be shorter or longer: nobody says so before it is there. */
const USUAL_LENGTH = 6
/** Who types a longer code has the next digit there by then. */
const PAUSE_MS = 1000

export interface OtpFieldProps extends FieldTexts {
  value: string
  onChange: (value: string) => void
  /** Called with a code of six digits: at once where they came at once, and else when no other follows them. */
  onComplete?: ((code: string) => void) | undefined
  name?: string | undefined
  /** What was typed is on its way. The field keeps the focus. */
  busy?: boolean | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** One input over drawn boxes: six inputs break autofill, paste and screen readers. */
export function OtpField({ label, error, hint, ...props }: OtpFieldProps) {
  const { value, onChange, onComplete, busy } = props
  const [pauseMs, setPauseMs] = useState<number | null>(null)
  const complete = useEffectEvent(() => onComplete?.(value))
  useEffect(() => {
    if (value.length === USUAL_LENGTH && pauseMs !== null) return after(pauseMs, complete)
  }, [value, pauseMs])
  function type(text: string) {
    const code = codeIn(text)
    const grown = code.length - value.length
    // Who takes a digit away is going to type another.
    if (code !== value) setPauseMs(grown === 1 ? PAUSE_MS : grown === -1 ? null : 0)
    onChange(code)
  }
  const length = Math.max(USUAL_LENGTH, value.length)
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(wiring) => (
        <div className={classes(styles.otp, Boolean(error) && styles.wrong)}>
          <input
            {...wiring}
            ref={props.ref}
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
