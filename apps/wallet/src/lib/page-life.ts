/** Whether somebody may be looking, and when the page wakes up. */
export function isPageSeen(): boolean {
  return document.visibilityState === 'visible'
}

/** `woke`: the network is back, or the page is in front again after it was not. `changed`: it was hidden or shown. */
export function watchPageLife({ woke, changed }: { woke: () => void; changed: () => void }): () => void {
  const turned = () => {
    changed()
    if (isPageSeen()) woke()
  }
  window.addEventListener('online', woke)
  // Safari's back-forward cache wakes a page without a change of visibility.
  window.addEventListener('pageshow', turned)
  document.addEventListener('visibilitychange', turned)
  return () => {
    window.removeEventListener('online', woke)
    window.removeEventListener('pageshow', turned)
    document.removeEventListener('visibilitychange', turned)
  }
}
