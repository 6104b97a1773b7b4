/** What the member has handed in to prove a transfer: support alone can still credit some of those that were refused. */
import { bankNameIn } from '@kapao/browser/bank-name'
import { langOf } from '@kapao/browser/lang-of'
import { formatDateTime } from '@kapao/browser/time'
import { useBusy } from '@kapao/browser/use-busy'
import { Lightbox } from '@kapao/chat-view/lightbox'
import { type DeskSlip, deskSlipPicture } from '@kapao/contract/desk-member'
import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { toast } from '@kapao/ui/toast'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { type Text, useLocale, useText } from '../../lib/i18n.ts'
import { currencyText } from './currency-text.ts'
import styles from './slips.module.css'

interface SlipsProps {
  conversationId: string
  slips: readonly DeskSlip[]
  currency: string
}

export function Slips({ conversationId, slips, currency }: SlipsProps) {
  const t = useText()
  return (
    <>
      <h3>{t('customer.slips')}</h3>
      {slips.length === 0 ? <p className={styles.none}>{t('customer.slips-none')}</p> : null}
      <ul>
        {slips.map((slip) => (
          <li key={slip.reference} className={styles.slip}>
            <p className={styles.line}>
              <span className={styles[slip.state]}>{stateText(t, slip.state)}</span>
              <Amount slip={slip} currency={currency} />
            </p>
            {slip.reason === null ? null : <p>{t(`customer.slip-${slip.reason}`)}</p>}
            {slip.waits ? (
              <p className={styles.waits}>{t('customer.slip-waits', { deposit: slip.waits.deposit })}</p>
            ) : null}
            <SentFrom slip={slip} />
            <div className={styles.line}>
              <time className={styles.small} dateTime={slip.createdAt}>
                {formatDateTime(slip.createdAt)}
              </time>
              {slip.hasPicture ? <ShowPicture conversationId={conversationId} slip={slip} /> : null}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function stateText(t: Text, state: DeskSlip['state']): string {
  if (state === 'credited') return t('customer.slip-credited')
  return t(state === 'waiting' ? 'customer.status-pending' : 'customer.status-failed')
}

/** What the bank has told of it, or else what came in under its reference. */
function Amount({ slip: { amount, waits }, currency }: { slip: DeskSlip; currency: string }) {
  const t = useText()
  if (amount !== null) return <Money amount={amount} currency={currency} size="sm" />
  return waits && <Money amount={waits.amount} currency={currencyText(t, waits.currency)} size="sm" />
}

function SentFrom({ slip: { sentFrom, transRef } }: { slip: DeskSlip }) {
  const locale = useLocale()
  if (sentFrom === null) return null
  const bank = bankNameIn(locale, sentFrom)
  return (
    <p className={styles.small}>
      <span lang={langOf(bank)}>{bank}</span> {transRef}
    </p>
  )
}

function ShowPicture({ conversationId, slip }: { conversationId: string; slip: DeskSlip }) {
  const t = useText()
  const [address, setAddress] = useState<string | null>(null)
  const [busy, run] = useBusy()
  const { reference, createdAt } = slip
  function show() {
    run(async () => {
      const result = await send(deskSlipPicture, { params: { conversationId, reference } })
      if (result.ok) return setAddress(result.answer.url)
      const { failure } = result
      const isGone = failure.kind === 'refused' && failure.message === 'NO_DATA'
      toast.error(isGone ? t('customer.slip-no-picture') : errorText(t, failure))
    })
  }
  return (
    <>
      <Button small variant="quiet" icon="image" busy={busy} onClick={show}>
        {t('customer.slip-picture')}
      </Button>
      {address === null ? null : (
        <Lightbox
          address={address}
          name={t('customer.slip-of', { time: formatDateTime(createdAt) })}
          closeLabel={t('app.close')}
          onClose={() => setAddress(null)}
        />
      )}
    </>
  )
}
