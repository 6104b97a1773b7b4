/**
 * The page's side of offline/service-worker.ts. Registers it, hands it what this page has loaded already, and tells when a newer
 * release is there. Nothing is ever reloaded but by the player's tap: it might be in the middle of their money.
 */

const WORKER = '/sw.js'
// The page's policy lets no text become a script's address; this makes the one, whatever it is given.
const policy =
  typeof trustedTypes === 'undefined'
    ? undefined
    : trustedTypes.createPolicy('kapao-worker', { createScriptURL: () => WORKER })

const LOOK_EVERY_MS = 30 * 60_000

/** The script that this page began with: which release it is of. */
function entryPath(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  // A page that the build has drawn begins with a script that waits for the paint.
  return script ? new URL(script.dataset.main ?? script.src, location.href).pathname : ''
}

function loadedPaths(): string[] {
  return performance.getEntriesByType('resource').flatMap(({ name }) => {
    const url = new URL(name)
    return url.origin === location.origin && url.pathname.startsWith('/assets/') ? [url.pathname] : []
  })
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
      const ready = await workers.ready
      ready.active?.postMessage({ kind: 'keep', paths: loadedPaths() })
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
