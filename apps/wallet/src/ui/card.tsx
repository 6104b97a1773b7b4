import { classes } from '@kapao/ui/classes'
import type { ReactNode } from 'react'
import styles from './card.module.css'

export interface CardProps {
  children: ReactNode
  /** gold: the one card of a screen that carries the brand. */
  tone?: 'plain' | 'gold' | undefined
  /** Rows reach the edges. */
  flush?: boolean | undefined
}

export function Card({ children, tone = 'plain', flush }: CardProps) {
  return (
    <div className={classes(styles.card, tone === 'gold' && styles.gold, flush && styles.flush)}>
      {children}
    </div>
  )
}
