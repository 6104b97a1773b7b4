import { formatShort } from '@kapao/money/format'
import type { ActiveBonus } from '../../lib/condition.ts'
import { useText } from '../../lib/i18n.ts'
import styles from './deposit.module.css'

/** Which deposit brings the bonus that waits for one. Where the server does not tell its terms nothing is said. */
export function ChosenBonus({ active, currency }: { active: ActiveBonus | undefined; currency: string }) {
  const t = useText()
  if (!active?.status || active.state !== 'chosen' || active.percent === undefined) return null
  const { minDeposit } = active
  return (
    <p className={styles.notice}>
      {minDeposit === undefined
        ? t('deposit.bonus')
        : t('deposit.bonus-from', { amount: formatShort(minDeposit), currency })}
    </p>
  )
}
