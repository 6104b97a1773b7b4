/** Deposit by one provider's QR code: the amount, then the code, then the money. */

import { after } from '@kapao/browser/timers'
import type { Currency } from '@kapao/contract/values'
import { formatMinor } from '@kapao/money/format'
import type { Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Delayed } from '@kapao/ui/delayed'
import { Money } from '@kapao/ui/money'
import { Skeleton } from '@kapao/ui/skeleton'
import { Spinner } from '@kapao/ui/spinner'
import { FailedState } from '@kapao/ui/states'
import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { useText } from '../../lib/i18n.ts'
import { useMoneyMoved } from '../../lib/member-queries.ts'
import stack from '../../ui/stack.module.css'
import styles from './deposit.module.css'
import { savedCode } from './deposit-saved.ts'
import type { QrDeposit } from './deposit-ways.ts'
import { PaidView } from './paid-view.tsx'
import { QrCode } from './qr-code.tsx'
import { QrForm } from './qr-form.tsx'
import type { QrMachine } from './qr-machine.ts'
import { SavePicture } from './save-picture.tsx'
import { type Qr, useQr } from './use-qr.ts'
import { useQrTitle } from './use-qr-title.ts'

/** When the balance is looked at again after the player said that the money is on its way. */
const LOOK_AGAIN_MS = [3_000, 10_000, 30_000, 60_000]

interface QrWayProps {
  way: QrDeposit
  currency: Currency
  foot: HTMLElement | null
  onClose: () => void
}

export function QrWay(props: QrWayProps) {
  const t = useText()
  const qr = useQr(props.way.key, props.currency)
  return (
    <>
      <Told state={qr.state} other={qr.other} currency={t(`app.currency-${props.currency}`)} />
      <Step qr={qr} {...props} />
    </>
  )
}

function Step({ qr, way, currency, foot, onClose }: QrWayProps & { qr: Qr }) {
  const t = useText()
  const title = useQrTitle()(way)
  const queries = useQueryClient()
  const moneyMoved = useMoneyMoved()
  const { state } = qr
  const currencyLabel = t(`app.currency-${currency}`)

  function confirmTransferred() {
    toast.info(t('deposit.refreshing'))
    void moneyMoved()
    // The sheet is gone by then, the session may be too: only what is on the screen is asked for.
    for (const wait of LOOK_AGAIN_MS) {
      after(wait, () => void queries.invalidateQueries({ refetchType: 'active' }))
    }
    onClose()
  }

  switch (state.at) {
    case 'loading':
      return <QrLoading comesCode={savedCode(way.key) !== null} {...qr.asked} />
    case 'none':
    case 'creating':
    case 'ended':
      return (
        <QrForm
          way={way}
          currency={currency}
          isBusy={state.at === 'creating'}
          foot={foot}
          first={state.at === 'ended' && state.end === 'expired' ? state.watched.amount : null}
          onCreate={qr.create}
        />
      )
    case 'open':
    case 'cancelling':
      return (
        <>
          <QrCode
            key={state.qr.qrcodeId}
            title={title}
            receiver={way.account.bankAccountName}
            qr={state.qr}
            isTimed={!state.untimed}
            aheadMs={qr.aheadMs}
            isCut={qr.isCut}
            isCancelling={state.at === 'cancelling'}
            currency={currencyLabel}
            onRanOut={qr.ranOut}
            onCancel={() => void qr.cancel()}
          />
          {foot
            ? createPortal(
                <div className={styles.next}>
                  <SavePicture title={title} qr={state.qr} currency={currencyLabel} />
                  <Button disabled={state.at === 'cancelling'} onClick={confirmTransferred}>
                    {t('deposit.qr-transferred')}
                  </Button>
                </div>,
                foot,
              )
            : null}
        </>
      )
    case 'checking':
      return null
    case 'paid':
      return (
        <PaidView
          key={state.watched.qrcodeId}
          amount={state.watched.amount}
          currency={currencyLabel}
          foot={foot}
          onClose={onClose}
        />
      )
  }
}

interface QrLoadingProps {
  isFailed: boolean
  isBusy: boolean
  retry: () => void
  /** One was shown before the page was loaded anew: it comes again, or what became of it. Else it is the form that comes. */
  comesCode: boolean
}

function QrLoading({ isFailed, isBusy, retry, comesCode }: QrLoadingProps) {
  const t = useText()
  if (!isFailed) {
    return (
      <Delayed>
        <div className={stack.stack} role="status" aria-label={t('deposit.qr-loading')}>
          {comesCode ? (
            <>
              <Skeleton width="45%" height={47} shape="block" />
              <Skeleton width="55%" height={48} shape="block" />
              <span className={styles.codeLoading}>
                <Skeleton shape="block" />
              </span>
            </>
          ) : (
            <>
              <Skeleton width="40%" height={18} />
              <Skeleton shape="form" height={190} />
              <Skeleton width="85%" />
              <Skeleton width="60%" />
            </>
          )}
        </div>
      </Delayed>
    )
  }
  return (
    <FailedState title={t('deposit.qr-failed')} retryLabel={t('app.try-again')} busy={isBusy} onRetry={retry}>
      {t('deposit.qr-failed-text')}
    </FailedState>
  )
}

interface ToldProps {
  state: QrMachine
  other: Minor | null
  currency: string
}

/** That a code is being looked for, what became of it, and what else came. In every state: the live region is there before its text. */
function Told({ state, other, currency }: ToldProps) {
  const t = useText()
  const isChecking = state.at === 'checking'
  return (
    <div className={isChecking ? styles.checking : undefined} role="status">
      {isChecking ? (
        <>
          <Spinner />
          <p>{t('deposit.qr-checking')}</p>
          <p className={stack.muted}>{t('deposit.qr-checking-text')}</p>
        </>
      ) : null}
      {state.at === 'ended' ? (
        <p className={styles.notice}>
          {t(`deposit.qr-${state.end}`, { amount: formatMinor(state.watched.amount), currency })}
        </p>
      ) : null}
      {other === null ? null : (
        <p className={styles.notice}>
          {t('deposit.paid-title')} <Money sign="plus" amount={other} currency={currency} />
        </p>
      )}
    </div>
  )
}
