import { useBusy } from '@kapao/browser/use-busy'
import { addRefundToWallet, receiveRefund } from '@kapao/contract/refund'
import { formatMinor } from '@kapao/money/format'
import { Dialog } from '@kapao/ui/dialog'
import { Money } from '@kapao/ui/money'
import { toast } from '@kapao/ui/toast'
import { useState } from 'react'
import { type Failure, send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { createIntent, doneNow, moneyErrorText } from '../../lib/intent.ts'
import { useMoneyMoved } from '../../lib/member-queries.ts'
import styles from './refund.module.css'
import type { Refund } from './refund-check.tsx'
import { holdsWithdrawals } from './refund-rules.ts'

interface Failed {
  readonly failure: Failure
  readonly isPerhapsDone?: boolean
}

export type RefundStep = 'receive' | 'add'

interface ConfirmRefundProps {
  readonly step: RefundStep
  readonly check: Refund
  readonly currency: string
  readonly onClose: () => void
}

export function ConfirmRefund({ step, check: now, currency, onClose }: ConfirmRefundProps) {
  const t = useText()
  const moneyMoved = useMoneyMoved()
  const [intent] = useState(() => createIntent('refund'))
  const [isSending, run] = useBusy()
  // What was said yes to stays the question after a lost answer: by then the server may have nothing left to give.
  const [sent, setSent] = useState<Refund | null>(null)
  const check = sent ?? now
  const amount = step === 'receive' ? check.refundAmount : check.refundCollected

  async function confirm() {
    setSent(check)
    const failed = step === 'receive' ? await receive() : await add()
    // After a failure too: it may have happened all the same.
    await moneyMoved()
    // What was received and not yet added stands in the sheet, and in no statement.
    const perhapsDone = step === 'receive' ? t('refund.perhaps-received') : undefined
    if (failed) toast.error(moneyErrorText(t, failed.failure, failed.isPerhapsDone, perhapsDone))
    // A lost answer keeps the question, and with it the intent: where the server knows its key, asking again cannot pay twice.
    if (failed === null || failed.failure.kind === 'refused') onClose()
  }

  async function receive(): Promise<Failed | null> {
    const result = await doneNow(intent, 'receive', ['NO_REFUND'], (key) =>
      send(receiveRefund, { intent: key }),
    )
    if (!result.ok) return result
    toast.success(t('refund.received'))
    return null
  }

  async function add(): Promise<Failed | null> {
    const result = await doneNow(intent, 'add', ['NO_REFUND'], (key) =>
      send(addRefundToWallet, { intent: key }),
    )
    if (!result.ok) return result
    const { amount } = result.answer
    toast.success(
      amount === undefined
        ? t('refund.added-untold')
        : t('refund.added', { amount: formatMinor(amount), currency }),
    )
    return null
  }

  return (
    <Dialog
      open
      kind="info"
      title={t(`refund.${step}-title`)}
      confirmLabel={t(`refund.${step}`)}
      cancelLabel={t('refund.not-now')}
      busy={isSending}
      onConfirm={() => run(confirm)}
      onCancel={onClose}
    >
      <div className={styles.part}>
        {amount === undefined ? null : <Money size="lg" amount={amount} currency={currency} />}
        {step === 'receive' ? <p>{t('refund.receive-text')}</p> : null}
        {holdsWithdrawals(check.refundSuccess) ? (
          <>
            <p>{t('refund.confirm-condition')}</p>
            <p>{t('refund.confirm-success', { percent: check.refundSuccess })}</p>
            <p>{t('refund.confirm-fail', { percent: check.refundFail })}</p>
          </>
        ) : (
          <>
            <p>{t('refund.confirm-free')}</p>
            <p className={styles.muted}>
              {t('refund.confirm-percents', { success: check.refundSuccess, fail: check.refundFail })}
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
