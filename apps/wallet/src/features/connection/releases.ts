/**
 * The page's side of offline/service-worker.ts. Registers it, hands it what a page loads that is not under it yet, and tells when a newer
 * release is there. Nothing is ever reloaded but by the player's tap: it might be in the middle of their money.
 */

const WORKER = '/sw.js'
// The page's policy lets no text become a script's address; this makes the one, whatever it is given.
const policy =
  typeof trustedTypes === 'undefined'
    ? undefined
    : trustedTypes.createPolicy('kapao-worker', { createScriptURL: () => WORKER })

const LOOK_EVERY_MS = 30 * 60_000

/** The first of the scripts that this page began with: which release it is of. */
function entryPath(): string {
  const drawn = document.querySelector<HTMLScriptElement>('script[data-parts]')
  const plain = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  // A page that the build has drawn asks for its scripts by itself, each behind what it needs (drawn/start.ts).
  const path = drawn?.dataset.parts?.split(' ').at(0) ?? plain?.src
  return path ? new URL(path, location.href).pathname : ''
}

/** Whether the worker has answered for this page. One that took over while it loaded has not seen the files that came before. */
function cameByWorker(): boolean {
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming && page.workerStart > 0
}

/** Tells of the files that this page has loaded and will load, as each is there. */
function whenLoaded(tell: (paths: readonly string[]) => void): void {
  const observer = new PerformanceObserver((list) => {
    const urls = list.getEntries().map(({ name }) => new URL(name))
    const own = urls.filter(
      ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'),
    )
    if (own.length > 0) tell(own.map(({ pathname }) => pathname))
  })
  observer.observe({ type: 'resource', buffered: true })
}

/** Where the texts are that the page has brought itself: the kept page has none. */
function filesInPage(): string[] {
  const blocks = document.querySelectorAll<HTMLScriptElement>('script[data-file]')
  return [...blocks].map(({ dataset }) => dataset.file ?? '')
}

/** Null in an insecure page; in a frame whose storage is denied the mere access throws. */
function workersOf(of: Partial<Navigator>): ServiceWorkerContainer | null {
  try {
    return of.serviceWorker ?? null
  } catch {
    return null
  }
}

/** `onNewer` is given what to do when the player wants the newer release. A browser that refuses workers simply goes without. */
export function watchReleases(onNewer: (take: () => void) => void): void {
  const workers = workersOf(navigator)
  if (!workers || !import.meta.env.PROD) return
  let waiting: ServiceWorker | null = null
  const consider = (worker: ServiceWorker) => {
    waiting = worker
    worker.postMessage({ kind: 'whose', entry: entryPath() })
  }
  workers.addEventListener('message', ({ data }: MessageEvent<{ kind?: unknown } | null>) => {
    const newer = waiting
    if (data?.kind !== 'newer' || !newer) return
    onNewer(() => {
      // Another tab was quicker: it has taken over already, and will not say so again.
      if (newer.state !== 'installed') return location.reload()
      workers.addEventListener('controllerchange', () => location.reload(), { once: true })
      newer.postMessage({ kind: 'take-over' })
    })
  })
  workers
    .register(policy?.createScriptURL(WORKER) ?? WORKER, { updateViaCache: 'none' })
    .then(async (registration) => {
      registration.addEventListener('updatefound', () => {
        const coming = registration.installing
        coming?.addEventListener('statechange', () => {
          if (coming.state === 'installed' && workers.controller) consider(coming)
        })
      })
      if (registration.waiting) consider(registration.waiting)
      lookAgain(registration)
      const { active } = await workers.ready
      const keep = (paths: readonly string[]) => active?.postMessage({ kind: 'keep', paths })
      keep(filesInPage())
      // Otherwise all of this page's files come by the worker, which keeps them by itself.
      if (!cameByWorker()) whenLoaded(keep)
    })
    .catch(() => {
      // Refused, or no line: the wallet works as well without.
    })
}

/** A tab may stay open for days. */
function lookAgain(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_EVERY_MS) return
    lookedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}
