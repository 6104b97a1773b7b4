import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { Skeleton } from '@kapao/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { currencyOf } from '../../lib/region.ts'
import { Card } from '../../ui/card.tsx'
import styles from './invite.module.css'

export function InviteEarned() {
  const t = useText()
  const wallet = useQuery(walletQuery).data
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
        </span>
        {/* With nothing to receive too: the server knows why there is nothing. */}
        <Button small disabled={wallet === undefined} onClick={() => openSheet({ kind: 'invite-bonus' })}>
          {t('invite.receive')}
        </Button>
      </div>
    </Card>
  )
}
