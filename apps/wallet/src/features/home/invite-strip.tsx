import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { Skeleton } from '@kapao/ui/skeleton'
import { useText } from '../../lib/i18n.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import type { Wallet } from './game-groups.ts'
import styles from './home.module.css'

/** What inviting has earned. The button stays when that is nothing: the server says why. */
export function InviteStrip({ wallet, currency }: { wallet: Wallet | undefined; currency: string }) {
  const t = useText()
  return (
    <section className={styles.strip} aria-label={t('home.invite-bonus')}>
      <span className={styles.stripWords}>
        <span className={styles.stripName}>{t('home.invite-bonus')}</span>
        {wallet ? <Money amount={wallet.invite.amount} currency={currency} /> : <Skeleton width={88} />}
      </span>
      <Button
        small
        variant="secondary"
        disabled={!wallet}
        onClick={() => openSheet({ kind: 'invite-bonus' })}
      >
        {t('home.receive')}
      </Button>
    </section>
  )
}
