/** Plain links to our own pages change the page without loading the app anew, wherever they are drawn. */
import { goTo } from '../lib/go-to.ts'

export function followOwnLinks(): () => void {
  document.addEventListener('click', follow)
  return () => document.removeEventListener('click', follow)
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return
  event.preventDefault()
  goTo(link.pathname + link.search + link.hash)
}
