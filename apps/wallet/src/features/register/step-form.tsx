import type { ReactNode } from 'react'
import { errorText, requestTail } from '../../lib/error-text.ts'
import type { Failure } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import styles from './register.module.css'

interface StepFormProps {
  title: string
  children: ReactNode
  failure: Failure | null
  submitLabel: string
  busy: boolean
  onSubmit: () => void
  onBack?: (() => void) | undefined
  /** Beside what was refused: the way out of it. */
  remedy?: ReactNode
}

/** One step: its fields, what the server refused, the main action, the way back. */
export function StepForm({ title, children, failure, ...form }: StepFormProps) {
  const t = useText()
  const tail = failure && requestTail(failure)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) form.onSubmit()
      }}
    >
      <h1>{title}</h1>
      <fieldset className={styles.fields} disabled={form.busy}>
        {children}
      </fieldset>
      <div role="alert" className={failure ? styles.failure : undefined}>
        {failure ? errorText(t, failure) : null}
        {failure ? form.remedy : null}
        {tail ? <small className={styles.tail}>{tail}</small> : null}
      </div>
      <div className={styles.actions}>
        <Button type="submit" full busy={form.busy}>
          {form.submitLabel}
        </Button>
        {form.onBack ? (
          <Button variant="quiet" full disabled={form.busy} onClick={form.onBack}>
            {t('app.back')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
