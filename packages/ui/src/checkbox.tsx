import { type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'
import { Icon } from './icon.tsx'

export interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string | undefined
  disabled?: boolean | undefined
  error?: string | null | undefined
}

export function Checkbox({ label, checked, onChange, name, disabled, error }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className={styles.checkbox}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={styles.box}>
          <Icon name="check" size={18} />
        </span>
        <span className={styles.label}>{label}</span>
      </label>
      <div id={id} role="alert" className={styles.error}>
        {error}
      </div>
    </div>
  )
}
