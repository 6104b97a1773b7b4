import { formatMinor } from '@kapao/money/format'
import { ZERO } from '@kapao/money/minor'
import { Icon } from '@kapao/ui/icon'
import { Progress } from '@kapao/ui/progress'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { checkBalance } from '../../lib/check-balance.ts'
import { standingOf } from '../../lib/condition.ts'
import { useText } from '../../lib/i18n.ts'
import { activeBonusQuery } from '../../lib/member-queries.ts'
import { closeSheet } from '../../lib/member-sheets.ts'
import styles from './withdraw.module.css'

/** Its own of each opening: what was won since the last one counts. */
const LOOK_KEY = ['withdraw-look']

/**
 * Whether a withdrawal is sure to be refused. Only where the server tells how far the bonus is: another may let money out while one is in
 * play. The games are asked first, as the server does before it refuses; where that fails, it is for the server to judge.
 */
export function useIsHeld(): boolean {
  const queries = useQueryClient()
  const active = useQuery(activeBonusQuery).data
  const standing = active ? standingOf(active) : null
  const isMissing = standing !== null && standing.missing > ZERO
  const look = useQuery({
    queryKey: LOOK_KEY,
    queryFn: async () => {
      await checkBalance(queries)
      await queries.invalidateQueries({ queryKey: activeBonusQuery.queryKey })
      return true
    },
    enabled: isMissing,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  return isMissing && !look.isError && !look.isPaused
}

interface BonusHoldProps {
  /** What it holds back names it as the reason. */
  id?: string
  currency: string
  /** While no bonus is known to be in play; a load that failed is silent, the server judges. */
  otherwise?: ReactNode
}

/** What holds withdrawals back, and how far it is. */
export function BonusHold({ id, currency, otherwise = null }: BonusHoldProps) {
  const t = useText()
  const active = useQuery(activeBonusQuery).data
  if (!active?.status || active.state === 'chosen') return otherwise
  const standing = standingOf(active)
  return (
    <section className={styles.hold} aria-label={t('withdraw.hold')}>
      <p id={id} className={styles.reason}>
        <Icon name="lock" size={20} />
        {t('withdraw.hold')}
      </p>
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
