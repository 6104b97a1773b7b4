import { formatMinor } from '@kapao/money/format'
import { type Minor, toDecimalText } from '@kapao/money/minor'
import { classes } from '@kapao/ui/classes'
import fieldStyles from '@kapao/ui/field.module.css'
import { FieldFrame, type FieldTexts } from '@kapao/ui/field-frame'
import styles from './amount-field.module.css'
import { cleanAmount } from './typed-text.ts'

export interface AmountFieldProps extends FieldTexts {
  /** The text as typed; parseAmount of @kapao/money reads it. */
  value: string
  onChange: (value: string) => void
  currencyLabel: string
  quick?: readonly Minor[] | undefined
  /** Without it a quick amount is written into the field. */
  onQuick?: ((amount: Minor) => void) | undefined
  /** One more quick amount with a name of its own: all that there is. */
  maximum?: { label: string; amount: Minor } | undefined
  name?: string | undefined
  placeholder?: string | undefined
  /** It is on its way. The field keeps the focus. */
  busy?: boolean | undefined
  required?: boolean | undefined
}

/** Never type=number: it drops a comma keyboard's comma, and iOS gives it no decimal point. */
export function AmountField({ label, error, hint, currencyLabel, ...props }: AmountFieldProps) {
  const { value, onChange, quick = [], maximum, busy } = props
  const choose = props.onQuick ?? ((amount: Minor) => onChange(toDecimalText(amount)))
  return (
    <div>
      <FieldFrame label={label} error={error} hint={hint} required={props.required}>
        {(wiring) => (
          <div className={fieldStyles.box}>
            <input
              {...wiring}
              className={classes(fieldStyles.input, styles.amount)}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="done"
              name={props.name}
              value={value}
              placeholder={props.placeholder ?? '0.00'}
              readOnly={busy}
              required={props.required}
              onChange={(event) => onChange(cleanAmount(event.currentTarget.value, value))}
            />
            <span className={fieldStyles.affix}>{currencyLabel}</span>
            {maximum ? (
              <button
                type="button"
                className={styles.maximum}
                disabled={busy}
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
              {formatMinor(amount).replace(/\.00$/, '')}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
