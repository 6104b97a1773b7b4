import { ZERO } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { Skeleton } from '@kapao/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { currencyOf } from '../../lib/region.ts'
import { Card } from '../../ui/card.tsx'
import styles from './invite.module.css'

export function InviteEarned() {
  const t = useText()
  const reasonId = useId()
  const wallet = useQuery(walletQuery).data
  // Of nothing nothing can be received; what would bring something stands below, with the link.
  const isNothing = wallet !== undefined && wallet.invite.amount <= ZERO
  const currency = t(`app.currency-${currencyOf(wallet?.wallet.currency)}`)
  return (
    <Card tone="gold">
      <div className={styles.earned}>
        <span>
          <span className={styles.muted}>{t('invite.earned')}</span>
          {wallet ? (
            <Money size="lg" amount={wallet.invite.amount} currency={currency} />
          ) : (
            <Skeleton width={120} height={24} />
          )}
          {isNothing ? (
            <span id={reasonId} className={styles.muted}>
              {t('invite.nothing')}
            </span>
          ) : null}
        </span>
        <Button
          small
          disabled={wallet === undefined || isNothing}
          describedBy={isNothing ? reasonId : undefined}
          onClick={() => openSheet({ kind: 'invite-bonus' })}
        >
          {t('invite.receive')}
        </Button>
      </div>
    </Card>
  )
}
