import { Button } from '@kapao/ui/button'
import { type ReactNode, type RefObject, useId } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './profile.module.css'

interface FormSheetProps {
  readonly form: RefObject<HTMLFormElement | null>
  readonly title: string
  readonly submitLabel: string
  readonly busy: boolean
  /** Nothing has been entered yet: there is nothing to send. */
  readonly isEmpty: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A sheet that is one form; its button stays in sight below. */
export function FormSheet({ form, title, submitLabel, busy, isEmpty, ...sheet }: FormSheetProps) {
  const t = useText()
  const id = useId()
  return (
    <Sheet
      open
      title={title}
      closeLabel={t('app.close')}
      busy={busy}
      onClose={sheet.onClose}
      footer={
        <Button full type="submit" form={id} busy={busy} disabled={isEmpty}>
          {submitLabel}
        </Button>
      }
    >
      <form
        ref={form}
        id={id}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          sheet.onSubmit()
        }}
      >
        {sheet.children}
      </form>
    </Sheet>
  )
}
