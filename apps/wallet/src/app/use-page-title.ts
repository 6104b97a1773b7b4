import { useEffect } from 'react'
import { useText } from '../lib/i18n.ts'
import { setPageTitle } from '../lib/page-title.ts'

/** The title of the browser's tab, and the top of the page for a page that is new. */
export function usePageTitle(title: string, path?: string): void {
  const t = useText()
  const name = t('app.name')
  useEffect(() => {
    setPageTitle(title === name ? name : `${title} · ${name}`)
  }, [title, name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason to go to the top
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is no clean-up.
    window.scrollTo(0, 0)
  }, [path])
}
