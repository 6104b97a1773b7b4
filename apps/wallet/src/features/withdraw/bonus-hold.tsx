import { formatMinor } from '@kapao/money/format'
import { Icon } from '@kapao/ui/icon'
import { Progress } from '@kapao/ui/progress'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isHolding, standingOf } from '../../lib/condition.ts'
import { useText } from '../../lib/i18n.ts'
import { activeBonusQuery } from '../../lib/member-queries.ts'
import { closeSheet } from '../../lib/member-sheets.ts'
import styles from './withdraw.module.css'

interface BonusHoldProps {
  currency: string
  /** While no bonus is known to hold withdrawals back; a load that failed is silent, the server judges. */
  otherwise?: ReactNode
}

/** What holds withdrawals back, and how far it is. */
export function BonusHold({ currency, otherwise = null }: BonusHoldProps) {
  const t = useText()
  const active = useQuery(activeBonusQuery).data
  if (!active || !isHolding(active)) return otherwise
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
      <BonusLink />
    </section>
  )
}

export function BonusLink() {
  const t = useText()
  return (
    <a href="/user/bonus" onClick={closeSheet}>
      {t('withdraw.hold-page')}
    </a>
  )
}
