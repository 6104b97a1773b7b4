import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

export interface FieldTexts {
  label: ReactNode
  /** What is wrong and how to mend it; announced when it appears. */
  error?: string | null | undefined
  hint?: ReactNode
}

interface Wiring {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label above, message below, wired to the control that `children` draws with the given attributes. */
export function FieldFrame({
  label,
  error,
  hint,
  required,
  children,
}: FieldTexts & { required?: boolean | undefined; children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className={classes(styles.field, Boolean(error) && styles.wrong)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required ? (
          <span className={styles.required} aria-hidden="true">
            {' *'}
          </span>
        ) : null}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {/* The live region is always here: one that arrives together with its text is not announced. */}
      <div id={`${id}-error`} className={styles.error} role="alert">
        {error ? (
          <>
            <Icon name="warning" size={18} />
            <span>{error}</span>
          </>
        ) : null}
      </div>
      {hint ? (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      ) : null}
    </div>
  )
}
