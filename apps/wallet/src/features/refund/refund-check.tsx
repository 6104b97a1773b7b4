/** Last week's refund in its two steps: received, it is collected; added, it is in the wallet, and a condition begins. */
import type { AnswerOf } from '@kapao/contract/call'
import type { checkRefund } from '@kapao/contract/refund'
import { formatShort } from '@kapao/money/format'
import { type Minor, ZERO } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { useId, useState } from 'react'
import { type Text, useText } from '../../lib/i18n.ts'
import { useCurrencyLabel } from '../../lib/member-queries.ts'
import { Card } from '../../ui/card.tsx'
import { Html } from '../../ui/html.tsx'
import { ConfirmRefund, type RefundStep } from './confirm-refund.tsx'
import styles from './refund.module.css'
import { refundHold } from './refund-rules.ts'

export type Refund = AnswerOf<typeof checkRefund>
type Hold = NonNullable<ReturnType<typeof refundHold>>

export function RefundCheck({ check }: { check: Refund }) {
  const t = useText()
  const [step, setStep] = useState<RefundStep | null>(null)
  const currency = useCurrencyLabel()
  const reasonId = useId()
  const addReasonId = useId()
  const hold = refundHold(check)
  const collected = check.refundCollected
  return (
    <>
      <Card tone="gold">
        <div className={styles.part}>
          <Figure label={t('refund.amount')} amount={check.refundAmount} currency={currency} />
          {hold === null ? null : (
            <p id={reasonId} className={styles.muted}>
              {holdText(t, hold, check, currency)}
            </p>
          )}
          <Button
            full
            disabled={hold !== null}
            describedBy={hold === null ? undefined : reasonId}
            onClick={() => setStep('receive')}
          >
            {t('refund.receive')}
          </Button>
        </div>
      </Card>
      {/* Another server does not say what was collected: then only its answer to the button can. */}
      {collected === undefined || collected > 0n ? (
        <Card>
          <div className={styles.part}>
            {collected === undefined ? (
              <p className={styles.muted}>{t('refund.not-told')}</p>
            ) : (
              <Figure label={t('refund.collected')} amount={collected} currency={currency} />
            )}
            {check.bonus ? (
              <p id={addReasonId} className={styles.muted}>
                {t('refund.bonus-active-add')}
              </p>
            ) : null}
            <Button
              full
              variant="secondary"
              disabled={check.bonus}
              describedBy={check.bonus ? addReasonId : undefined}
              onClick={() => setStep('add')}
            >
              {t('refund.add')}
            </Button>
          </div>
        </Card>
      ) : null}
      {check.info ? <Html html={check.info} /> : null}
      {step ? (
        <ConfirmRefund step={step} check={check} currency={currency} onClose={() => setStep(null)} />
      ) : null}
    </>
  )
}

function holdText(t: Text, hold: Hold, { refundMin, refundCollected }: Refund, currency: string): string {
  if (hold === 'minimum')
    return t('refund.under-minimum', { amount: formatShort(refundMin ?? ZERO), currency })
  // A server that does not say what was collected may name the amount of what was received a moment ago.
  if (hold === 'not-given' && refundCollected === undefined) return t('refund.not-given-or-received')
  return t(hold === 'bonus' ? 'refund.bonus-active' : `refund.${hold}`)
}

function Figure({ label, amount, currency }: { label: string; amount: Minor; currency: string }) {
  return (
    <p className={styles.figure}>
      <span className={styles.muted}>{label}</span>
      <Money size="lg" amount={amount} currency={currency} />
    </p>
  )
}
