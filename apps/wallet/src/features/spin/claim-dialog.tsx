import { langOf } from '@kapao/browser/lang-of'
import { loadState } from '@kapao/browser/load-state'
import { after } from '@kapao/browser/timers'
import { useBusy } from '@kapao/browser/use-busy'
import { claimCoupon } from '@kapao/contract/spinwheel'
import { formatMinor } from '@kapao/money/format'
import type { Minor } from '@kapao/money/minor'
import { Dialog } from '@kapao/ui/dialog'
import { Skeleton } from '@kapao/ui/skeleton'
import { toast } from '@kapao/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { referenceText } from '../../lib/error-text.ts'
import { type Failure, send } from '../../lib/http.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { createIntent, isOutcomeUnknown, moneyErrorText } from '../../lib/intent.ts'
import { activeBonusQuery, useMoneyMoved } from '../../lib/member-queries.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { claimTerms } from './claim-terms.ts'
import { CouponAmount } from './coupon-amount.tsx'
import styles from './spin.module.css'
import type { Coupon } from './spin-queries.ts'
import { wholeAmounts } from './whole-amounts.ts'

const DEBOUNCE_MS = 500

interface Failed {
  readonly failure: Failure
  readonly isPerhapsDone: boolean
}

interface ClaimDialogProps {
  readonly coupon: Coupon
  readonly currency: string
  readonly onClose: () => void
}

/** Asks before the coupon is paid out; says in the same place when it could not be. */
export function ClaimDialog({ coupon, currency, onClose }: ClaimDialogProps) {
  const t = useText()
  const moneyMoved = useMoneyMoved()
  const [intent] = useState(() => createIntent('claim'))
  const [failed, setFailed] = useState<Failed | null>(null)
  const [isClaiming, run] = useBusy()
  const asked = useQuery(activeBonusQuery)
  const now = asked.data
  // What was said yes to stays the question: the claim itself may begin a bonus, or end one.
  const [sent, setSent] = useState<typeof now>()
  const terms = claimTerms(coupon, sent ?? now)

  async function claim() {
    setSent(now)
    // However often it is pressed within this time, it is one claim.
    await new Promise<void>((waited) => after(DEBOUNCE_MS, waited))
    const result = await send(claimCoupon, {
      body: { coupon: coupon._id },
      intent: intent.keyFor(coupon._id),
    })
    const refused = failureOf(result)
    const { isPerhapsDone } = intent.settle(
      refused ? { ...result, ok: false, failure: refused } : { ok: true },
    )
    // After a refusal too: it may have been claimed elsewhere.
    await moneyMoved()
    if (refused) {
      setFailed({ failure: refused, isPerhapsDone })
      return
    }
    if (result.ok && result.answer.success) {
      toast.success(claimedText(t, coupon, { amount: result.answer.amount, currency }))
    }
    onClose()
  }

  if (failed) {
    return <NotClaimed {...failed} busy={isClaiming} onTryAgain={() => run(claim)} onClose={onClose} />
  }
  // Nobody says yes to what is not told.
  const isUntold = terms === 'unknown' && loadState(asked) === 'failed'
  return (
    <Dialog
      open
      kind="info"
      title={t('spin.claim-title')}
      confirmLabel={t(isUntold ? 'app.try-again' : 'spin.claim-confirm')}
      cancelLabel={t('spin.not-now')}
      busy={isClaiming || (isUntold && asked.isFetching)}
      confirmDisabled={terms === 'blocked' || (terms === 'unknown' && !isUntold)}
      onConfirm={() => (isUntold ? void asked.refetch() : run(claim))}
      onCancel={onClose}
    >
      <div className={styles.claimed}>
        <p lang={langOf(coupon.prize.name)}>{wholeAmounts(coupon.prize.name)}</p>
        <p className={styles.claimedAmount}>
          <CouponAmount coupon={coupon} currency={currency} />
        </p>
        {terms === null ? null : terms !== 'unknown' ? (
          <p>{t(`spin.claim-${terms}`)}</p>
        ) : isUntold ? (
          <p>
            <LoadFailure asked={asked} />
          </p>
        ) : (
          <Skeleton />
        )}
        {terms === 'bonus' && coupon.success !== undefined ? (
          <p>{t('spin.claim-goal', { percent: coupon.success })}</p>
        ) : null}
        {terms === 'bonus' && coupon.fail !== undefined ? (
          <p>{t('spin.claim-fail', { percent: coupon.fail })}</p>
        ) : null}
      </div>
    </Dialog>
  )
}

interface NotClaimedProps extends Failed {
  readonly busy: boolean
  readonly onTryAgain: () => void
  readonly onClose: () => void
}

function NotClaimed({ failure, isPerhapsDone, busy, onTryAgain, onClose }: NotClaimedProps) {
  const t = useText()
  const isUnknown = isOutcomeUnknown(failure)
  const isNotKnown = isUnknown || isPerhapsDone
  return (
    <Dialog
      open
      kind={isNotKnown ? 'info' : 'error'}
      title={t(isNotKnown ? 'errors.not-known' : 'spin.claim-failed')}
      confirmLabel={t(isUnknown ? 'app.try-again' : 'spin.ok')}
      cancelLabel={isUnknown ? t('spin.not-now') : undefined}
      busy={busy}
      onConfirm={isUnknown ? onTryAgain : onClose}
      onCancel={isUnknown ? onClose : undefined}
      smallPrint={referenceText(t, failure)}
    >
      {isUnknown
        ? t('spin.claim-unknown')
        : moneyErrorText(t, failure, isPerhapsDone, t('spin.claim-perhaps'))}
    </Dialog>
  )
}

function claimedText(t: Text, coupon: Coupon, told: { amount: Minor; currency: string }): string {
  if (coupon.kind === undefined) return t('spin.claimed-prize', { prize: wholeAmounts(coupon.prize.name) })
  if (coupon.kind === 'coins') return t('spin.claimed-coins', { coins: String(told.amount / 100n) })
  return t('spin.claimed', { amount: formatMinor(told.amount), currency: told.currency })
}

type Claimed = Awaited<ReturnType<typeof send<typeof claimCoupon>>>

/** A claim that the server refuses in a success of HTTP is a refusal all the same. */
function failureOf(result: Claimed): Failure | null {
  if (!result.ok) return result.failure
  return result.answer.success ? null : { kind: 'refused', message: result.answer.error }
}
