import { expect } from '@playwright/test'
import { untilKept } from './served-release.ts'
import { test } from './whole.ts'
import { wordsIn } from './words.ts'

const words = wordsIn('th')

test.use({ serviceWorkers: 'allow' })

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
