/** Plain links to our own pages change the page without loading the app anew, wherever they are drawn. */
import { afterStepBack, modalsOfEntry } from '@kapao/browser/modal-entries'
import { navigate } from 'wouter/use-browser-location'

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
  const path = link.pathname + link.search + link.hash
  // In the place of an open sheet's entry: Back from there leads to the page below it.
  afterStepBack(() => navigate(path, { replace: modalsOfEntry() > 0 }))
}
