import type { ReactNode } from 'react'
import styles from './gallery.module.css'

const wanted = new URLSearchParams(location.search).get('part')

/** One part with its states; with ?part=name it stands alone. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  if (wanted !== null && wanted !== name) return null
  return (
    <section className={styles.part} aria-label={name}>
      <p className={styles.name}>{name}</p>
      {children}
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
