import type { Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { Skeleton } from '@kapao/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../lib/i18n.ts'
import { useMoneyMoved, walletQuery } from '../../lib/member-queries.ts'
import { finishSheet, openSheet } from '../../lib/member-sheets.ts'
import { Outcome } from '../../ui/outcome.tsx'
import stack from '../../ui/stack.module.css'
import styles from './deposit.module.css'
import { saveWay } from './deposit-saved.ts'

interface PaidViewProps {
  /** Zero where the server does not say. */
  amount: Minor
  currency: string
  foot: HTMLElement | null
  onClose: () => void
}

const BALANCE_MS = 8_000

/** The money is there: how much, and what the wallet holds now, which is shown only once it has come anew: by the figure from before the money were not there. */
export function PaidView({ amount, currency, foot, onClose }: PaidViewProps) {
  const t = useText()
  const [openedAtMs] = useState(Date.now)
  // Its way has stopped looking, and another deposit may land while this is read.
  const wallet = useQuery({ ...walletQuery, refetchInterval: BALANCE_MS })
  const isNew = wallet.dataUpdatedAt >= openedAtMs
  const moneyMoved = useMoneyMoved()
  const refresh = useEffectEvent(() => void moneyMoved())
  useEffect(() => {
    finishSheet()
    saveWay(null)
    refresh()
  }, [])

  return (
    <>
      <Outcome tone="plus" title={t('deposit.paid-title')}>
        {amount > 0n ? <Money size="lg" sign="plus" amount={amount} currency={currency} /> : null}
      </Outcome>
      <div className={styles.balance}>
        <p className={stack.muted}>{t('deposit.paid-balance')}</p>
        <div role="status">
          {isNew && wallet.data ? (
            <Money amount={wallet.data.wallet.amount} currency={currency} />
          ) : (
            <span role="img" aria-label={t('deposit.paid-balance-loading')}>
              <Skeleton width={120} />
            </span>
          )}
        </div>
      </div>
      {foot
        ? createPortal(
            <>
              <Button full onClick={onClose}>
                {t('deposit.done')}
              </Button>
              <Button
                full
                variant="secondary"
                onClick={() => {
                  onClose()
                  openSheet({ kind: 'transfer', from: 'WALLET' })
                }}
              >
                {t('deposit.to-game')}
              </Button>
            </>,
            foot,
          )
        : null}
    </>
  )
}
