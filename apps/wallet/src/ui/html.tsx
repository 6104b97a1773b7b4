import { langOf } from '@kapao/browser/lang-of'
import { useMemo } from 'react'
import styles from './html.module.css'
import { sanitize } from './sanitize.ts'

/**
 * HTML that the operator wrote: agreement, contact text, bonus conditions. The one place where HTML enters the page; it
 * brings the sanitiser with it, so only the screens that need it import it.
 */
export function Html({ html }: { html: string }) {
  const clean = useMemo(() => sanitize(html), [html])
  return <div className={styles.html} lang={langOf(html)} dangerouslySetInnerHTML={{ __html: clean }} />
}
