import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

const require = createRequire(import.meta.url)
let isReady: Promise<void> | undefined

/** The reader's WebAssembly from our own disk: by default it would be fetched from the network. */
async function prepareReader(): Promise<void> {
  const wasm = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
}

/** Two readers with nothing in common but the standard. Neither minds which way up a code is. */
async function readBoth(pixels: Pixels): Promise<readonly string[]> {
  isReady ??= prepareReader()
  await isReady
  const found = await readBarcodes(
    { ...pixels, data: new Uint8ClampedArray(pixels.data), colorSpace: 'srgb' },
    { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 8 },
  )
  const other = jsqr.default(pixels.data, pixels.width, pixels.height)
  const texts = found.filter((one) => one.isValid).map((one) => one.text)
  return [...texts, ...(other ? [other.data] : [])].filter((text) => text !== '')
}

/** The sizes at which a code is looked for: the reader that fails at one finds it at another. */
const SIDES = [1_200, 2_000, 700] as const
const SMALL_SIDE = 900

async function pixelsAt(jpeg: Uint8Array, side: number, isSharpened: boolean): Promise<Pixels> {
  const resized = sharp(jpeg).resize({ width: side, height: side, fit: 'inside' }).grayscale()
  const drawn = isSharpened ? resized.normalise().sharpen({ sigma: 1.5 }) : resized
  const { data: grey, info } = await drawn
    .toColourspace('b-w')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Both readers take four bytes a pixel.
  const data = new Uint8ClampedArray(grey.length * 4).fill(255)
  for (let at = 0; at < grey.length; at += 1) {
    const shade = grey[at] ?? 255
    data.fill(shade, at * 4, at * 4 + 3)
  }
  return { data, width: info.width, height: info.height }
}

/** Every text that either reader finds in a kept picture, each once; none when there is no code to be read. */
export async function readQrTexts(jpeg: Uint8Array): Promise<readonly string[]> {
  const { width, height } = await sharp(jpeg).metadata()
  const side = Math.max(width, height)
  // Its own size first, where that is bounded; then others, up and down, plain and sharpened.
  const plain = new Set([Math.min(side, SIDES[0]), ...SIDES, ...(side < SMALL_SIDE ? [side * 2] : [])])
  const tries = [...[...plain].map((one) => [one, false] as const), [SIDES[0], true] as const]
  for (const [one, isSharpened] of tries) {
    const texts = await readBoth(await pixelsAt(jpeg, one, isSharpened))
    if (texts.length > 0) return [...new Set(texts)]
  }
  return []
}
