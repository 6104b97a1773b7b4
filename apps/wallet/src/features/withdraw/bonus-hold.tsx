import { formatMinor } from '@kapao/money/format'
import { Progress } from '@kapao/ui/progress'
import { useQuery } from '@tanstack/react-query'
import { standingOf } from '../../lib/condition.ts'
import { useText } from '../../lib/i18n.ts'
import { activeBonusQuery } from '../../lib/member-queries.ts'
import { closeSheet } from '../../lib/member-sheets.ts'
import styles from './withdraw.module.css'

/** What holds withdrawals back, and how far it is. Nothing while no bonus is in play; a load that failed is silent, the server judges. */
export function BonusHold({ currency }: { currency: string }) {
  const t = useText()
  const active = useQuery(activeBonusQuery).data
  if (!active?.status || active.state === 'chosen') return null
  const standing = standingOf(active)
  return (
    <section className={styles.hold} aria-label={t('withdraw.hold')}>
      <p>{t('withdraw.hold')}</p>
      {standing ? (
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
      <a href="/user/bonus" onClick={closeSheet}>
        {t('withdraw.hold-page')}
      </a>
    </section>
  )
}
