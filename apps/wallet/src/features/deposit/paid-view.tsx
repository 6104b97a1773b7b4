import type { Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { Money } from '@kapao/ui/money'
import { Skeleton } from '@kapao/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../lib/i18n.ts'
import { useMoneyMoved, walletQuery } from '../../lib/member-queries.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import styles from './deposit.module.css'

interface PaidViewProps {
  amount: Minor
  currency: string
  foot: HTMLElement | null
  onClose: () => void
}

/** The money is there: how much, and what the wallet holds now, which is shown only once it has been asked for anew. */
export function PaidView({ amount, currency, foot, onClose }: PaidViewProps) {
  const t = useText()
  const [isNew, setIsNew] = useState(false)
  const wallet = useQuery(walletQuery)
  const moneyMoved = useMoneyMoved()
  const refresh = useEffectEvent(async () => {
    await moneyMoved()
    setIsNew(true)
  })
  useEffect(() => {
    void refresh()
  }, [])

  return (
    <div className={styles.paid}>
      <span className={styles.sign}>
        <Icon name="check" size={32} />
      </span>
      <div role="status" className={styles.paidText}>
        <h3>{t('deposit.paid-title')}</h3>
        <Money size="lg" sign="plus" amount={amount} currency={currency} />
      </div>
      <p className={styles.muted}>{t('deposit.paid-balance')}</p>
      <div role="status">
        {isNew && wallet.data ? (
          <Money amount={wallet.data.wallet.amount} currency={currency} />
        ) : (
          <span role="img" aria-label={t('deposit.paid-balance-loading')}>
            <Skeleton width={120} />
          </span>
        )}
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
    </div>
  )
}
