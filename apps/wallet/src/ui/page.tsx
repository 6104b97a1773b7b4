import { classes } from '@kapao/ui/classes'
import type { ReactNode } from 'react'
import styles from './page.module.css'

export interface PageProps {
  top?: ReactNode
  /** The bottom menu; the content keeps clear of it. */
  bottom?: ReactNode
  children: ReactNode
  /** The content stands in the middle of the height: forms of a few lines, terminal pages. */
  centered?: boolean | undefined
}

/** The 480 px column of every screen, on a quiet backdrop where there is more room. */
export function Page({ top, bottom, children, centered }: PageProps) {
  return (
    <div className={classes(styles.page, bottom !== undefined && styles.withBottom)}>
      {top}
      <main className={classes(styles.main, centered && styles.centered)}>{children}</main>
      {bottom}
    </div>
  )
}
