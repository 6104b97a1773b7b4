import { ZERO } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { Skeleton } from '@kapao/ui/skeleton'
import { useId } from 'react'
import { useText } from '../../lib/i18n.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import type { Wallet } from './game-groups.ts'
import styles from './home.module.css'

/** What inviting has earned. Of nothing nothing can be received; how to earn something is told by what opens from the grid below. */
export function InviteStrip({ wallet, currency }: { wallet: Wallet | undefined; currency: string }) {
  const t = useText()
  const reasonId = useId()
  const isNothing = wallet !== undefined && wallet.invite.amount <= ZERO
  return (
    <section className={styles.strip} aria-label={t('home.invite-bonus')}>
      <span className={styles.stripWords}>
        <span className={styles.stripName}>
          {t('home.invite-bonus')}
          {isNothing ? (
            <span id={reasonId} className={styles.stripReason}>
              {t('home.invite-nothing')}
            </span>
          ) : null}
        </span>
        {wallet ? <Money amount={wallet.invite.amount} currency={currency} /> : <Skeleton width={88} />}
      </span>
      <Button
        small
        variant="secondary"
        disabled={!wallet || isNothing}
        describedBy={isNothing ? reasonId : undefined}
        onClick={() => openSheet({ kind: 'invite-bonus' })}
      >
        {t('home.receive')}
      </Button>
    </section>
  )
}
