// One release of the wallet after another, in pages that are open and in those that come back.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { walletFolder } from '../scripts/page-builds.ts'
import { replaceRelease, serveFolder, untilKept } from './served-release.ts'
import { test } from './whole.ts'
import { wordsIn } from './words.ts'

const words = wordsIn('th')

test.use({ serviceWorkers: 'allow' })

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

test('says that a newer release is there, and takes it at a tap, never before', async ({ page, context }) => {
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
    // Whoever takes it first takes it for all tabs: the button of the other one is there still.
    const other = await context.newPage()
    await other.goto(`${url}/login`)
    await expect(other.getByText(words('connection.newer'))).toBeVisible()
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: words('connection.take') }).click()
      await expect(tab.locator(`script[src="${newEntry}"]`)).toBeAttached()
      await expect(tab.getByText(words('connection.newer'))).toBeHidden()
    }
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
})
