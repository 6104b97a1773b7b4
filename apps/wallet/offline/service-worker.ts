/**
 * Lets the wallet open at once, whatever the line does. It knows three things: files whose name holds their hash never change, so the one that was
 * kept is the right one; the page is shown as it was kept with them, and asked for again behind it; the brand's picture is the one that was kept
 * where there is no line. Everything else, every call of the API first of all, passes it by untouched (docs/decisions/installable.md).
 *
 * vite-service-worker.ts takes the types out and puts `BUILD` in.
 */

/** One release: its files under /assets/, the script that its page begins with, and what else every page and every member's page is drawn by. */
interface Build {
  readonly version: string
  readonly entry: string
  readonly drawer: string
  readonly member: string
  readonly assets: readonly string[]
}

declare const BUILD: Build
declare const self: ServiceWorkerGlobalScope

const PREFIX = 'kapao-'
const cacheName = PREFIX + BUILD.version
const assets: ReadonlySet<string> = new Set(BUILD.assets)
/** A page older than this is asked for before it is shown: whoever comes so rarely should not begin with a release of another month. */
const KEPT_FOR_MS = 7 * 24 * 60 * 60_000
/** What an operator changes in the page itself (where the API is, its headers) reaches a player at the visit after the next. */
const ASKED_AGAIN_AFTER_MS = 10 * 60_000
/** The brand's, which the kept page shows. An operator may change it under this very name. */
const PICTURE = '/mark.webp'
const ownPages = /^\/(?:login|register|howto|contact|terminated|user(?:\/.*)?)?\/?$/

/** Only a page of this very release may stand beside its files: while a release goes out, servers may answer with either. */
async function keepPage(): Promise<void> {
  const page = await fetch('/', { cache: 'no-store' })
  const html = await page.clone().text()
  if (!page.ok || !html.includes(BUILD.entry)) throw new Error('The page is of another release')
  const cache = await caches.open(cacheName)
  await cache.put('/', page)
}

async function forgetOtherReleases(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== cacheName).map((name) => caches.delete(name)),
  )
}

/** The kept page is as good without it. */
async function keepPicture(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.add(PICTURE).catch(() => undefined)
}

/** What a page that is not under this worker has loaded: the browser still has it, so this costs no data. */
async function keepAssets(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const path of paths) {
    if (assets.has(path) && !(await cache.match(path))) await cache.add(path)
  }
}

/**
 * What is kept while a worker installs, the browser compiles for good: the next visit runs it at once. The page that has asked for the worker has
 * loaded it already; after a newer release it is what the next visit begins with. Without it the worker is as good, only slower.
 */
async function keepFirstScripts(): Promise<void> {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })
  const isMember = pages.some(({ url }) => new URL(url).pathname.startsWith('/user'))
  await keepAssets([BUILD.entry, BUILD.drawer, ...(isMember ? [BUILD.member] : [])])
}

/** Since the server sent it; for ever, when it did not say. */
function ageMs(page: Response): number {
  const sentAt = Date.parse(page.headers.get('date') ?? '')
  return Number.isNaN(sentAt) ? Number.POSITIVE_INFINITY : Date.now() - sentAt
}

async function answerPage(event: FetchEvent): Promise<Response> {
  const kept = await caches.match('/', { cacheName })
  // Another release is the next worker's, which the browser looks for by itself after each visit; no line, then the one that is here. A forgotten
  // page is kept again where its file was missing only for a moment.
  if (!kept || ageMs(kept) > ASKED_AGAIN_AFTER_MS) event.waitUntil(keepPage().catch(() => undefined))
  if (kept && ageMs(kept) < KEPT_FOR_MS) return kept
  try {
    return await fetch(event.request)
  } catch (failure) {
    if (kept) return kept
    throw failure
  }
}

async function answerPicture(event: FetchEvent): Promise<Response> {
  try {
    const fresh = await fetch(event.request)
    const copy = fresh.clone()
    if (fresh.ok) event.waitUntil(caches.open(cacheName).then((cache) => cache.put(PICTURE, copy)))
    return fresh
  } catch (failure) {
    const kept = await caches.match(PICTURE, { cacheName })
    if (kept) return kept
    throw failure
  }
}

async function forgetPage(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.delete('/')
}

async function answerAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName })
  if (kept) return kept
  const fresh = await fetch(request)
  // The servers have another release by now: its page is the next to be shown.
  if (fresh.status === 404) await forgetPage()
  if (fresh.status === 200) {
    const copy = fresh.clone()
    // A full disk is no reason to withhold the file.
    await caches
      .open(cacheName)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined)
  }
  return fresh
}

self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([keepPage(), keepPicture(), keepFirstScripts().catch(() => undefined)])),
)

self.addEventListener('activate', (event) =>
  event.waitUntil(forgetOtherReleases().then(() => self.clients.claim())),
)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && ownPages.test(url.pathname)) event.respondWith(answerPage(event))
  else if (assets.has(url.pathname)) event.respondWith(answerAsset(request))
  else if (url.pathname === PICTURE) event.respondWith(answerPicture(event))
})

self.addEventListener('message', (event) => {
  const message: { kind?: unknown; paths?: unknown; entry?: unknown } = event.data ?? {}
  const { kind, paths, entry } = message
  if (kind === 'keep' && Array.isArray(paths)) event.waitUntil(keepAssets(paths.map(String)))
  if (kind === 'take-over') self.skipWaiting()
  // A page of this release loses nothing when the former one's worker goes; any other is to be told first.
  if (kind === 'whose' && entry === BUILD.entry) self.skipWaiting()
  else if (kind === 'whose') event.source?.postMessage({ kind: 'newer' })
})
