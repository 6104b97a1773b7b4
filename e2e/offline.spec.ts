import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { walletFolder } from '../scripts/page-builds.ts'
import { test } from './whole.ts'

test.use({ serviceWorkers: 'allow' })

/** Once the worker has kept what this page is made of. */
async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const kept = await (await caches.open(name)).keys()
          if (kept.some(({ url }) => url.includes('/assets/later'))) return true
        }
        return false
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
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible()
  await expect(page.getByText('ออฟไลน์อยู่')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('ออฟไลน์อยู่')).toBeHidden()
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
  expect(paths.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
})

/** The built wallet alone, from a folder that a test may change: a release that goes out. */
async function serveFolder(folder: string): Promise<{ url: string; server: Server }> {
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

test('says that a newer release is there, and takes it at a tap, never before', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-release-'))
  cpSync(walletFolder('th'), folder, { recursive: true })
  const { url, server } = await serveFolder(folder)
  try {
    await page.goto(`${url}/login`)
    await untilKept(page)
    const page1 = readFileSync(join(folder, 'index.html'), 'utf8')
    const entry = /\/assets\/index-[\w-]+\.js/.exec(page1)?.[0] ?? ''
    const newEntry = '/assets/index-anothr1.js'
    cpSync(join(folder, entry), join(folder, newEntry))
    writeFileSync(join(folder, 'index.html'), page1.replaceAll(entry, newEntry))
    const worker = readFileSync(join(folder, 'sw.js'), 'utf8')
    const release = (await page.evaluate(() => caches.keys()))[0]?.replace('kapao-', '') ?? ''
    writeFileSync(
      join(folder, 'sw.js'),
      worker.replaceAll(entry, newEntry).replaceAll(release, 'another-one'),
    )
    await page.getByLabel('เบอร์โทรศัพท์').fill('0812345678')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect(page.getByText('มีเวอร์ชันใหม่แล้ว')).toBeVisible()
    await expect(page.getByLabel('เบอร์โทรศัพท์')).toHaveValue('0812345678')
    await page.getByRole('button', { name: 'อัปเดต' }).click()
    await expect(page.locator(`script[src="${newEntry}"]`)).toBeAttached()
    await expect(page.getByText('มีเวอร์ชันใหม่แล้ว')).toBeHidden()
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
})
