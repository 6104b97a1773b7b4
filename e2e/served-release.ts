// A release of the wallet by itself, which a test may replace, and what of it the service worker has kept.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

/** Once the worker has kept all that this page is made of: without the least of it, it is another page offline. */
export async function untilKept(page: Page): Promise<void> {
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

/** The built wallet alone, from a folder that a test may change: a release that goes out. `isSilent`: nobody answers who asks for a page. */
export async function serveFolder(
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
export function replaceRelease(folder: string): void {
  const assets = join(folder, 'assets')
  const names = readdirSync(assets)
  const renamed = (text: string) =>
    text.replace(/(?<=[\w-]-|\/|^)(?:[\da-f]{6,7}|(?<=-)[\w-]{6,7})(?=\.(?:js|css)\b)/g, reversed)
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
