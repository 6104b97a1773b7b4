import type { ReactNode } from 'react'
import styles from './top-bar.module.css'

/** Stays at the top while the page scrolls. */
export function TopBar({ start, title, end }: { start?: ReactNode; title?: ReactNode; end?: ReactNode }) {
  return (
    <header className={styles.bar}>
      {start ? <div className={styles.start}>{start}</div> : null}
      <div className={styles.title}>{title}</div>
      {end ? <div className={styles.end}>{end}</div> : null}
    </header>
  )
}
