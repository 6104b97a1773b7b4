import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const publicFolder = join(import.meta.dirname, '..', 'public')
const read = (path: string) => readFileSync(join(publicFolder, path))

interface Icon {
  readonly src: string
  readonly type: string
  readonly sizes: string
  readonly purpose?: string
}

const manifest: { icons: Icon[]; start_url: string; scope: string; display: string; theme_color: string } =
  JSON.parse(read('../manifest.webmanifest').toString())

/** A PNG's width and height are where its first chunk begins. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

test('every icon of the manifest is there, of the size that it says', () => {
  for (const { src, type, sizes } of manifest.icons) {
    if (type === 'image/png') expect(sizeOf(read(src)), src).toBe(sizes)
    else expect(read(src).toString(), src).toContain('<svg')
  }
  const sizes = manifest.icons.map((icon) => `${icon.sizes} ${icon.purpose ?? 'any'}`)
  expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
})

test('what the page itself says of icons and colours is the same', () => {
  const page = readFileSync(join(publicFolder, '..', 'index.html'), 'utf8')
  expect(page).toContain(`content="${manifest.theme_color}"`)
  const apple = /rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(sizeOf(read(apple))).toBe('180x180')
  expect([manifest.display, manifest.scope, manifest.start_url]).toEqual(['standalone', '/', '/user'])
})
