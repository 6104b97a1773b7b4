import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'
import hidden from './hidden.module.css'
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
  const field = useRef<HTMLDivElement>(null)
  const message = useRef<HTMLDivElement>(null)
  // What is said of the field that one writes in may come to stand below the edge: of a small phone, or of a main action that stays.
  useEffect(() => {
    if (error && field.current?.contains(document.activeElement)) {
      message.current?.scrollIntoView({ block: 'nearest' })
    }
  }, [error])
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div ref={field} className={classes(styles.field, Boolean(error) && styles.wrong)}>
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
        'aria-describedby': describedBy,
      })}
      {/* The live region is always here: one that arrives together with its text is not announced. */}
      <div ref={message} id={`${id}-error`} className={styles.error} role="alert">
        {error ? (
          <>
            <Icon name="warning" size={18} />
            <span>{error}</span>
          </>
        ) : null}
      </div>
      {/* The error stands in its place, so that the fields below hardly move. It stays in the page: a hint may be a live region. */}
      {hint ? (
        <div id={`${id}-hint`} className={error ? hidden.hidden : styles.hint}>
          {hint}
        </div>
      ) : null}
    </div>
  )
}
