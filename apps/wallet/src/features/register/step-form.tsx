import { after } from '@kapao/browser/timers'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorText, referenceText } from '../../lib/error-text.ts'
import type { Failure } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { region } from '../../lib/region.ts'
import { useShownProblem } from '../../ui/use-shown-problem.ts'
import styles from './register.module.css'
import { refusalHere } from './register-rules.ts'

interface StepFormProps {
  title: string
  children: ReactNode
  failure: Failure | null
  submitLabel: string
  busy: boolean
  /** Nothing has been entered yet: there is nothing to send. From the first entry on, what is missing is told beside it. */
  isEmpty: boolean
  onSubmit: () => void
  onBack?: (() => void) | undefined
  /** Something else is on its way, and there is no way back from it. */
  isHeld?: boolean
  /** Beside what was refused: the way out of it. */
  remedy?: ReactNode
  /** What was refused is told at its field instead. */
  isAtField?: boolean
}

/** One step: its fields, what the server refused, the main action, the way back. */
export function StepForm({ title, children, failure, ...form }: StepFormProps) {
  const t = useText()
  const below = form.isAtField ? null : failure
  const own = failure && refusalHere(failure, region)
  // What was typed is no trouble to tell support of.
  const reference = below && !own ? referenceText(t, below) : null
  const words = failure && (own ? t(own) : errorText(t, failure))
  const root = useRef<HTMLFormElement>(null)
  useShownProblem(root, words)
  const heading = useRef<HTMLHeadingElement>(null)
  // A new step begins at its top, for the eye and for a screen reader.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <form
      ref={root}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.busy) return
        form.onSubmit()
        const element = event.currentTarget
        // Once the errors are drawn, to the first of them.
        after(0, () => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      }}
    >
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div className={styles.fields}>{children}</div>
      <div role="alert" className={below ? styles.failure : undefined}>
        {below ? (
          <>
            <Icon name="warning" size={20} />
            <div>
              {words}
              {form.remedy}
              {reference ? <small className={styles.reference}>{reference}</small> : null}
            </div>
          </>
        ) : null}
      </div>
      <div className={styles.actions}>
        <Button type="submit" full busy={form.busy} disabled={form.isEmpty}>
          {form.submitLabel}
        </Button>
        {form.onBack ? (
          <Button variant="quiet" full disabled={form.busy || form.isHeld} onClick={form.onBack}>
            {t('app.back')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
