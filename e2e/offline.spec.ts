import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { walletFolder } from '../scripts/page-builds.ts'
import { test } from './whole.ts'
import { wordsIn } from './words.ts'

const words = wordsIn('th')

test.use({ serviceWorkers: 'allow' })

/** Once the worker has kept all that this page is made of: without the least of it, it is another page offline. */
async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const files = performance.getEntriesByType('resource').map(({ name }) => name)
        const loaded = files.filter((name) => new URL(name).pathname.startsWith('/assets/'))
        // Those of texts that the page has brought itself.
        const brought = [...document.querySelectorAll<HTMLElement>('script[data-file]')]
        const assets = [...loaded, ...brought.map(({ dataset }) => dataset.file ?? '')]
        if (!assets.some((name) => /\/later-[^/]*\.js$/.test(name))) return false
        const kept = await Promise.all(assets.map((name) => caches.match(name)))
        return kept.every((answer) => answer !== undefined)
      }),
    )
    .toBe(true)
}

test('opens without a line, says that it is offline, and goes on by itself when the line is back', async ({
  page,
  context,
  kapao,
}) => {
  await page.goto(`${kapao.addresses.url}/login`)
  await untilKept(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: words('session.log-in') })).toBeVisible()
  const brand = page.locator('img[src="/mark.webp"]')
  await expect(brand).toBeVisible()
  expect(await brand.evaluate((image: HTMLImageElement) => image.decode().then(() => true))).toBe(true)
  // Chromium (since 150) does not tell a page that was loaded under this emulation that it is offline, only of a change.
  await context.setOffline(false)
  await context.setOffline(true)
  await expect(page.getByText(words('connection.offline'), { exact: true })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(words('connection.offline'), { exact: true })).toBeHidden()
})

test('what draws every page is kept while the worker installs, whatever the page tells it: the browser compiles that for good', async ({
  page,
  kapao,
}) => {
  await page.addInitScript(() => {
    ServiceWorker.prototype.postMessage = () => undefined
  })
  await page.goto(`${kapao.addresses.url}/contact`)
  const kept = await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const [release = ''] = await caches.keys()
    return (await (await caches.open(release)).keys()).map(({ url }) => new URL(url).pathname)
  })
  expect(kept.filter((path) => /^\/assets\/(?:base|react-dom)-[\w-]+\.js$/.test(path))).toHaveLength(2)
  expect(kept.filter((path) => path.includes('/member-'))).toEqual([])
})

test('keeps no answer of the server, and none of its own pages but the one', async ({ page, kapao }) => {
  await page.goto(`${kapao.addresses.url}/contact`)
  await page.goto(`${kapao.addresses.url}/login`)
  await untilKept(page)
  const paths = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    }
    return found
  })
  expect(paths).toContain('/')
  expect(
    paths.filter((path) => path !== '/' && !path.startsWith('/assets/') && path !== '/mark.webp'),
  ).toEqual([])
  // Nor does a call go through its hands.
  const [byWorker, past]: [string[], string[]] = [[], []]
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    ;(response.fromServiceWorker() ? byWorker : past).push(pathname)
  })
  await page.goto(`${kapao.addresses.url}/contact`)
  await expect(page.getByRole('figure')).toBeVisible()
  expect(byWorker.some((path) => path.startsWith('/assets/'))).toBe(true)
  expect(byWorker.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(past).toContain('/api/lookup/contact')
})

test('can be put on the home screen: the browser has nothing against it', async ({
  page,
  kapao,
  context,
}) => {
  await page.goto(`${kapao.addresses.url}/login`)
  await untilKept(page)
  const browser = await context.newCDPSession(page)
  const { errors, data } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({ display: 'standalone', start_url: '/user' })
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // A test's browser is a private one.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

/** The built wallet alone, from a folder that a test may change: a release that goes out. `isSilent`: nobody answers who asks for a page. */
async function serveFolder(
  folder: string,
  isSilent: () => boolean = () => false,
  isMissing: (file: string) => boolean = () => false,
): Promise<{ url: string; server: Server }> {
  const types = new Map([
    ['html', 'text/html'],
    ['js', 'text/javascript'],
    ['css', 'text/css'],
    ['svg', 'image/svg+xml'],
  ])
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (path.startsWith('/api/')) {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"OVERLOADED"}')
      return
    }
    const file = /\.\w+$/.test(path) ? path : '/index.html'
    if (file === '/index.html' && isSilent()) return
    if (isMissing(file)) return void response.writeHead(404).end()
    try {
      const bytes = readFileSync(join(folder, file))
      const type = types.get(file.split('.').at(-1) ?? '') ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, server }
}

/** Another release in its place: every file has another name, and no former one is left. */
function replaceRelease(folder: string): void {
  const assets = join(folder, 'assets')
  const names = readdirSync(assets)
  const renamed = (text: string) => text.replace(/(?<=[\w-]-)[\w-]{6,7}(?=\.(?:js|css)\b)/g, reversed)
  for (const name of names) {
    if (/\.(?:br|gz)$/.test(name)) continue
    const isText = /\.(?:js|css)$/.test(name)
    const file = readFileSync(join(assets, name))
    rmSync(join(assets, name))
    writeFileSync(join(assets, renamed(name)), isText ? renamed(file.toString()) : file)
  }
  for (const name of ['index.html', 'sw.js']) {
    const text = renamed(readFileSync(join(folder, name), 'utf8'))
    writeFileSync(join(folder, name), text.replace(/(?<="version":")[^"]+/, 'another-one'))
  }
}

const reversed = (hash: string) => [...hash].reverse().join('')

const entryOf = (page: Page) => page.locator('script[type=module]').getAttribute('src')

test('the second visit waits for no line: the page comes from the phone, and only after a week it is asked for first', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-release-'))
  cpSync(walletFolder('th'), folder, { recursive: true })
  let isSilent = false
  const { url, server } = await serveFolder(folder, () => isSilent)
  try {
    await page.goto(`${url}/login`)
    await untilKept(page)
    isSilent = true
    await page.goto(`${url}/howto`)
    await expect(page.getByRole('listitem')).toHaveCount(5)
    const former = await entryOf(page)
    const sentDaysAgo = (days: number) =>
      page.evaluate(async (date) => {
        const [name = ''] = await caches.keys()
        const cache = await caches.open(name)
        const kept = await cache.match('/')
        const headers = { 'content-type': 'text/html', date }
        await cache.put('/', new Response(await kept?.text(), { headers }))
      }, new Date(Date.now() - days * 24 * 60 * 60_000).toUTCString())
    await sentDaysAgo(6)
    await page.goto(`${url}/login`)
    await expect(page.getByRole('button', { name: words('session.log-in') })).toBeVisible()
    isSilent = false
    await sentDaysAgo(8)
    replaceRelease(folder)
    await page.goto(`${url}/login`)
    await expect(page.getByRole('button', { name: words('session.log-in') })).toBeVisible()
    expect(await entryOf(page)).not.toBe(former)
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a page of a release that is gone takes the next one as soon as it misses a file, and never shows a kept page', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-release-'))
  cpSync(walletFolder('th'), folder, { recursive: true })
  const { url, server } = await serveFolder(folder)
  try {
    await page.goto(`${url}/login`)
    await untilKept(page)
    const former = await entryOf(page)
    replaceRelease(folder)
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    const [missed] = await Promise.all([
      page.waitForResponse((response) => response.status() === 404 && response.url().includes('/assets/')),
      page.getByRole('link', { name: words('app.menu-howto') }).click(),
    ])
    expect(missed.url()).toMatch(/\.(js|css)$/)
    await expect(page.getByRole('listitem')).toHaveCount(5)
    await page.waitForLoadState('load')
    expect(loads).toBe(1)
    expect(await entryOf(page)).not.toBe(former)
    // The worker of the former release may still be there, and yet its page is not.
    await page.goto(`${url}/contact`)
    expect(await entryOf(page)).not.toBe(former)
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a page that was forgotten over a file that was missing for a moment is kept again by the next visit', async ({
  page,
  context,
}) => {
  let asked = 0
  const isMissing = (file: string) => file.startsWith('/assets/howto-page-') && ++asked === 1
  const { url, server } = await serveFolder(walletFolder('th'), undefined, isMissing)
  try {
    await page.goto(`${url}/login`)
    await untilKept(page)
    const anew = page.waitForEvent('load')
    await page.getByRole('link', { name: words('app.menu-howto') }).click()
    await anew
    await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined)).toBe(true)
    await untilKept(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('listitem')).toHaveCount(5)
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

test('says that a newer release is there, and takes it at a tap, never before', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-release-'))
  cpSync(walletFolder('th'), folder, { recursive: true })
  const { url, server } = await serveFolder(folder)
  try {
    await page.goto(`${url}/login`)
    await untilKept(page)
    const page1 = readFileSync(join(folder, 'index.html'), 'utf8')
    const entry = /\/assets\/base-[\w-]+\.js/.exec(page1)?.[0] ?? ''
    const newEntry = '/assets/base-anothr1.js'
    const release = (await page.evaluate(() => caches.keys()))[0]?.replace('kapao-', '') ?? ''
    cpSync(join(folder, entry), join(folder, newEntry))
    // Whatever names the one, the other files first of all, now names the other.
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/(?:^index\.html|\.js)$/.test(name)) continue
      const text = readFileSync(join(folder, name), 'utf8')
      writeFileSync(
        join(folder, name),
        text.replaceAll(basename(entry), basename(newEntry)).replaceAll(release, 'another-one'),
      )
    }
    await page.getByLabel(words('session.phone')).fill('0812345678')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect(page.getByText(words('connection.newer'))).toBeVisible()
    await expect(page.getByLabel(words('session.phone'))).toHaveValue('0812345678')
    await page.getByRole('button', { name: words('connection.take') }).click()
    await expect(page.locator(`script[src="${newEntry}"]`)).toBeAttached()
    await expect(page.getByText(words('connection.newer'))).toBeHidden()
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
})
