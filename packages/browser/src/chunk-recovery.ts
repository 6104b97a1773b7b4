import { keepsNothing } from './safe-storage.ts'

/**
 * An open page asks for the files of its own build; after a new release they may be gone. Then the page is loaded anew, once: were the
 * cause another, it would go round for ever. Without a network a reload would only lose the page, so it stays.
 */
const ONCE_PER_MS = 30_000

let aside = 0

/** A file that the page can do without: null where it does not come. The page stays, and with it what is being written on it. */
export async function loadAside<File>(load: () => Promise<File>): Promise<File | null> {
  aside += 1
  try {
    return await load()
  } catch {
    return null
  } finally {
    aside -= 1
  }
}

/**
 * To be called by what loads something that somebody waits for, when it does not come: what the build reports of a missing file tells nobody which it
 * is, and while another is loaded aside it counts as that one.
 */
export let loadPageAnew = (): void => {}

/**
 * `remembered` keeps the time of the last reload for as long as the tab lives, or, where nothing is kept, for as long as the page does.
 * `beforeReload` sees to what the page alone has: nobody was asked.
 */
export function recoverFromMissingChunks(
  remembered: {
    get(): string | null
    set(value: string): void
  },
  beforeReload: () => void = () => {},
): void {
  loadPageAnew = () => {
    const before = Number(remembered.get() ?? 0)
    if (!navigator.onLine || Date.now() - before < ONCE_PER_MS) return
    if (keepsNothing('sessionStorage') && isReloaded()) return
    remembered.set(String(Date.now()))
    beforeReload()
    location.reload()
  }
  window.addEventListener('vite:preloadError', () => {
    if (aside === 0) loadPageAnew()
  })
}

function isReloaded(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival instanceof PerformanceNavigationTiming && arrival.type === 'reload'
}
