import { toTypedText } from '@kapao/money/currency'
import { formatShort } from '@kapao/money/format'
import { type Minor, ZERO } from '@kapao/money/minor'
import { classes } from '@kapao/ui/classes'
import fieldStyles from '@kapao/ui/field.module.css'
import { FieldFrame, type FieldTexts } from '@kapao/ui/field-frame'
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import styles from './amount-field.module.css'
import { cleanAmount, thousandsOf } from './typed-text.ts'

export interface AmountFieldProps extends FieldTexts {
  /** The text as typed; parseAmountIn of @kapao/money reads it. */
  value: string
  onChange: (value: string) => void
  /** As the wire names it. */
  currency: string
  currencyLabel: string
  quick?: readonly Minor[] | undefined
  /** One more quick amount with a name of its own: all that there is. */
  maximum?: { label: string; amount: Minor } | undefined
  name?: string | undefined
  /** It is on its way. The field keeps the focus. */
  busy?: boolean | undefined
  /** Nothing can be asked for. */
  disabled?: boolean | undefined
  required?: boolean | undefined
}

/** Never type=number: it drops a comma keyboard's comma, and iOS gives it no decimal point. */
export function AmountField({ label, error, hint, currency, currencyLabel, ...props }: AmountFieldProps) {
  const { value, onChange, quick = [], maximum, busy, disabled } = props
  const choose = (amount: Minor) => onChange(amount === ZERO ? '' : toTypedText(currency, amount))
  const groups = thousandsOf(value)
  const fit: CSSProperties & Record<'--signs' | '--marks', number> = {
    '--signs': Math.max(value.length, 1),
    '--marks': groups.length - 1,
  }
  const [drawn, fits] = useFits(value)
  return (
    <div>
      <FieldFrame label={label} error={error} hint={hint} required={props.required}>
        {(wiring) => (
          <div className={fieldStyles.box}>
            <span
              className={styles.typed}
              style={fit}
              data-grouped={groups.length > 1 && fits ? '' : undefined}
            >
              <input
                {...wiring}
                className={classes(fieldStyles.input, styles.amount)}
                type="text"
                inputMode="decimal"
                autoComplete="off"
                enterKeyHint="done"
                name={props.name}
                value={value}
                placeholder={toTypedText(currency, ZERO)}
                readOnly={busy}
                disabled={disabled}
                required={props.required}
                onChange={(event) => onChange(cleanAmount(event.currentTarget.value, value))}
              />
              {/* Drawn over the field and not into it: a text that changed under the fingers would take the caret along, break what a keyboard
                  is composing, and a comma of ours could not be told from a comma keyboard's point. */}
              <span ref={drawn} className={styles.drawn} aria-hidden="true">
                {groups.map((group, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: groups of digits have no name but their place.
                  <span key={place} data-text={group} />
                ))}
              </span>
            </span>
            <span className={styles.currency}>{currencyLabel}</span>
            {maximum ? (
              <button
                type="button"
                className={styles.maximum}
                disabled={busy || disabled}
                onClick={() => choose(maximum.amount)}
              >
                {maximum.label}
              </button>
            ) : null}
          </div>
        )}
      </FieldFrame>
      {/* Below what is said of the amount: words belong beside the field that they are about. */}
      {quick.length > 0 ? (
        <div className={styles.quick}>
          {quick.map((amount) => (
            <button key={String(amount)} type="button" disabled={busy} onClick={() => choose(amount)}>
              {formatShort(amount)}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** Whether all of it is in sight as it is drawn: a field that is too narrow scrolls its text, and nothing can be drawn over that. */
function useFits(text: string): [RefObject<HTMLElement | null>, boolean] {
  const drawn = useRef<HTMLElement>(null)
  const [fits, setFits] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is the reason to measure
  useLayoutEffect(() => {
    const element = drawn.current
    if (!element) return
    const measure = () => setFits(element.scrollWidth <= element.clientWidth)
    measure()
    // A turned phone has another width for the same text.
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [text])
  return [drawn, fits]
}
