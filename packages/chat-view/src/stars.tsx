import { RATING_BEST } from '@kapao/contract/chat'
import { classes } from '@kapao/ui/classes'
import { Icon } from '@kapao/ui/icon'
import styles from './stars.module.css'

/** From 1 to the best; what a rating is made of. */
export const RATINGS: readonly number[] = Array.from({ length: RATING_BEST }, (_, index) => index + 1)

export function Star({ isLit, size = 18 }: { isLit: boolean; size?: number }) {
  return (
    <span className={classes(styles.star, isLit && styles.lit)}>
      <Icon name="bonus" size={size} />
    </span>
  )
}

/** How somebody was helped, in a row of stars. `label` says it in words. */
export function Stars({ score, label }: { score: number; label: string }) {
  return (
    <span className={styles.stars} role="img" aria-label={label}>
      {RATINGS.map((one) => (
        <Star key={one} isLit={one <= score} />
      ))}
    </span>
  )
}
