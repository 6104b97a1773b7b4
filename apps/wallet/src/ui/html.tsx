import { useMemo } from 'react'
import styles from './html.module.css'
import { sanitize } from './sanitize.ts'

/** As `langOf` has them, and not by it: shared with the chat it is one file more, which home names. */
const LAO = /[\u0e81-\u0ec4]/
const THAI = /[\u0e01-\u0e2e]/

/**
 * HTML that the operator wrote: agreement, contact text, bonus conditions. The one place where HTML enters the page; it
 * brings the sanitiser with it, so only the screens that need it import it.
 */
export function Html({ html }: { html: string }) {
  const clean = useMemo(() => sanitize(html), [html])
  return (
    <div
      className={styles.html}
      lang={LAO.test(html) ? 'lo' : THAI.test(html) ? 'th' : undefined}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
