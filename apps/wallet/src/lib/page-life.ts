import { after } from '@kapao/browser/timers'

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

/** Runs after that time, or as soon as the page wakes up; behind another window not before it is in front again. Answers how to stop. */
export function afterOrAwake(waitMs: number, run: () => void): () => void {
  const go = () => {
    if (!isPageSeen()) return
    leave()
    run()
  }
  const stop = after(waitMs, go)
  const stopWatching = watchPageLife({ woke: go, changed() {} })
  const leave = () => {
    stop()
    stopWatching()
  }
  return leave
}
