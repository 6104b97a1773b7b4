import { useId } from 'react'
import styles from './segmented.module.css'

export interface SegmentedOption<Value extends string> {
  value: Value
  label: string
  disabled?: boolean | undefined
}

export interface SegmentedProps<Value extends string> {
  label: string
  options: readonly SegmentedOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The label is only heard. */
  hideLabel?: boolean | undefined
}

/** A choice of one among few, as real radio buttons. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  hideLabel,
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.group} aria-label={hideLabel ? label : undefined}>
      {hideLabel ? null : <legend className={styles.legend}>{label}</legend>}
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
