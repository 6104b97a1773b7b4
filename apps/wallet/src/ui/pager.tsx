import { IconButton } from '@kapao/ui/icon-button'
import { useRef } from 'react'
import styles from './pager.module.css'

export interface PagerLabels {
  /** The name of the whole: "Pages". */
  pages: string
  previous: string
  next: string
  /** "2 / 7" in words of the language. */
  position: (page: number, pages: number) => string
}

export interface PagerProps {
  /** From 1. What stands before the pager is the list that it turns. */
  page: number
  pages: number
  onPage: (page: number) => void
  labels: PagerLabels
  busy?: boolean | undefined
}

export function Pager({ page, pages, onPage, labels, busy = false }: PagerProps) {
  const nav = useRef<HTMLElement>(null)
  if (pages <= 1) return null

  // Another page is read from its beginning.
  const turnTo = (other: number) => () => {
    onPage(other)
    nav.current?.previousElementSibling?.scrollIntoView()
  }

  return (
    <nav ref={nav} className={styles.pager} aria-label={labels.pages}>
      <IconButton
        filled
        name="back"
        label={labels.previous}
        ended={busy || page <= 1}
        onClick={turnTo(page - 1)}
      />
      <span className={styles.position} aria-live="polite">
        {labels.position(page, pages)}
      </span>
      <IconButton
        filled
        name="chevron"
        label={labels.next}
        ended={busy || page >= pages}
        onClick={turnTo(page + 1)}
      />
    </nav>
  )
}
