import { keepsNothing } from './safe-storage.ts'

/**
 * An open page asks for the files of its own build; after a new release they may be gone. Then the page is loaded anew, once: were the
 * cause another, it would go round for ever. Without a network a reload would only lose the page, so it stays.
 */
const ONCE_PER_MS = 30_000

/** `remembered` keeps the time of the last reload for as long as the tab lives, or, where nothing is kept, for as long as the page does. */
export function recoverFromMissingChunks(remembered: {
  get(): string | null
  set(value: string): void
}): void {
  window.addEventListener('vite:preloadError', () => {
    const before = Number(remembered.get() ?? 0)
    if (!navigator.onLine || Date.now() - before < ONCE_PER_MS) return
    if (keepsNothing('sessionStorage') && isReloaded()) return
    remembered.set(String(Date.now()))
    location.reload()
  })
}

function isReloaded(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival instanceof PerformanceNavigationTiming && arrival.type === 'reload'
}
