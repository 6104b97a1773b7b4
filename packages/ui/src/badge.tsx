import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classes } from './classes.ts'

export type BadgeTone = 'neutral' | 'gold' | 'plus' | 'minus' | 'info'

/** A word about a state; the word carries the meaning, the colour only repeats it. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>
}
