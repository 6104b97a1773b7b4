import { formatMinor } from '@kapao/money/format'
import { Icon } from '@kapao/ui/icon'
import { Progress } from '@kapao/ui/progress'
import { type ActiveBonus, standingOf } from '../../lib/condition.ts'
import { useText } from '../../lib/i18n.ts'
import styles from './withdraw.module.css'

/** What holds withdrawals back, and how far it is. */
export function BonusHold({ active, currency }: { active: ActiveBonus; currency: string }) {
  const t = useText()
  const standing = standingOf(active)
  return (
    <section className={styles.hold} aria-label={t('withdraw.hold')}>
      <p className={styles.reason}>
        <Icon name="lock" size={20} />
        {t('withdraw.hold')}
      </p>
      {standing?.hasFailed ? (
        <p className={styles.small}>{t('withdraw.hold-lost')}</p>
      ) : standing ? (
        <>
          <Progress value={standing.part} label={t('withdraw.hold-progress')} />
          <p className={styles.small}>
            {t('withdraw.hold-figures', {
              total: formatMinor(standing.total),
              goal: formatMinor(standing.goal),
              currency,
            })}
          </p>
        </>
      ) : null}
    </section>
  )
}
