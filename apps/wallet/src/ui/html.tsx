import { useMemo } from 'react'
import styles from './html.module.css'
import { sanitize } from './sanitize.ts'

/** The lines of any other are high enough on every page. Not by `langOf`: shared with the chat it is one file more, which home names. */
const LAO = /[\u0e81-\u0ec4]/

/**
 * HTML that the operator wrote: agreement, contact text, bonus conditions. The one place where HTML enters the page; it
 * brings the sanitiser with it, so only the screens that need it import it.
 */
export function Html({ html }: { html: string }) {
  const clean = useMemo(() => sanitize(html), [html])
  return (
    <div
      className={styles.html}
      lang={LAO.test(html) ? 'lo' : undefined}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
