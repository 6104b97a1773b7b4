import { Dialog } from '@kapao/ui/dialog'
import { errorText, referenceText } from '../../lib/error-text.ts'
import type { Failure } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'

interface FailureDialogProps {
  readonly title: string
  readonly failure: Failure
  /** It may have happened all the same. The title would be a certain no. */
  readonly isNotKnown?: boolean | undefined
  /** Instead of the failure's own words. */
  readonly text?: string | undefined
  readonly onClose: () => void
}

export function FailureDialog({ title, failure, isNotKnown, text, onClose }: FailureDialogProps) {
  const t = useText()
  return (
    <Dialog
      open
      kind={isNotKnown ? 'warning' : 'error'}
      title={isNotKnown ? t('errors.not-known') : title}
      confirmLabel={t('bonus.ok')}
      onConfirm={onClose}
      smallPrint={referenceText(t, failure)}
    >
      {text ?? errorText(t, failure)}
    </Dialog>
  )
}
