import { Dialog } from '@kapao/ui/dialog'
import { errorText, requestTail } from '../../lib/error-text.ts'
import type { Failure } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'

interface FailureDialogProps {
  readonly title: string
  readonly failure: Failure
  /** Instead of the failure's own words. */
  readonly text?: string | undefined
  readonly onClose: () => void
}

export function FailureDialog({ title, failure, text, onClose }: FailureDialogProps) {
  const t = useText()
  const id = requestTail(failure)
  return (
    <Dialog
      open
      kind="error"
      title={title}
      confirmLabel={t('bonus.ok')}
      onConfirm={onClose}
      smallPrint={id === null ? null : t('bonus.reference', { id })}
    >
      {text ?? errorText(t, failure)}
    </Dialog>
  )
}
