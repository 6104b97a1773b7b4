import { Badge } from '@kapao/ui/badge'
import { Icon } from '@kapao/ui/icon'
import { useId } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Html } from '../../ui/html.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './bonus.module.css'
import { type Bonus, type Clock, cardStateOf, countReceived } from './bonus-rules.ts'

interface BonusCardProps {
  readonly bonus: Bonus
  readonly clock: Clock
  /** Without it the bonus cannot be had now. */
  readonly onOpen: (() => void) | undefined
}

/** The whole card opens the details; its words may hold links of the operator's, so it is no button itself. */
export function BonusCard({ bonus, clock, onOpen }: BonusCardProps) {
  const t = useText()
  const id = useId()
  const state = cardStateOf(bonus, clock)
  const banner = bonus.banners[0]
  const count = bonus.type
    ? t(`bonus.count-${bonus.type}`, { count: countReceived(bonus, clock), max: bonus.maxReceived })
    : null
  // "Received 1 of 1" says that it is received.
  const isSaidByCount = state === 'received' && bonus.type === 'limit'
  return (
    <article className={styles.card} data-state={state} aria-labelledby={id}>
      <Picture className={styles.banner} src={banner?.image ?? ''} loading="lazy" />
      <div className={styles.words}>
        <div id={id} className={styles.excerpt}>
          {banner?.html ? <Html html={banner.html} /> : bonus.code}
        </div>
        <div className={styles.foot}>
          {state === 'open' ? null : (
            <Badge tone={state === 'current' ? 'gold' : 'neutral'}>
              {isSaidByCount ? count : t(`bonus.card-${state}`)}
            </Badge>
          )}
          {isSaidByCount || count === null ? null : <span className={styles.count}>{count}</span>}
          <button
            type="button"
            className={styles.open}
            aria-describedby={id}
            disabled={onOpen === undefined}
            onClick={onOpen}
          >
            {t('bonus.details')}
            <Icon name="chevron" size={18} />
          </button>
        </div>
      </div>
    </article>
  )
}
