import { ZERO } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { Skeleton } from '@kapao/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { lazily } from '../../lib/lazily.ts'
import { useCurrencyLabel, walletQuery } from '../../lib/member-queries.ts'
import { Card } from '../../ui/card.tsx'
import { SheetBoundary } from '../../ui/sheet-boundary.tsx'
import styles from './invite.module.css'

// Asked here, so that whoever says no is with their friends again.
const ReceiveInviteBonus = lazily(() =>
  import('./receive-invite-bonus.tsx').then((file) => file.ReceiveInviteBonus),
)

export function InviteEarned() {
  const t = useText()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const reasonId = useId()
  const wallet = useQuery(walletQuery).data
  // Of nothing nothing can be received; what would bring something stands below, with the link.
  const isNothing = wallet !== undefined && wallet.invite.amount <= ZERO
  const currency = useCurrencyLabel()
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
          onClick={() => setIsAsking(true)}
        >
          {t('invite.receive')}
        </Button>
      </div>
      {isAsking ? (
        <SheetBoundary onClose={close}>
          <Suspense fallback={null}>
            <ReceiveInviteBonus onClose={close} />
          </Suspense>
        </SheetBoundary>
      ) : null}
    </Card>
  )
}
