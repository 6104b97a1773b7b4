import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

const require = createRequire(import.meta.url)
// One picture in one thread, and no memory of earlier ones.
sharp.cache(false)
sharp.concurrency(1)

let isReady = false

/** The reader's WebAssembly from our own disk: by default it would be fetched from the network. Where that fails, the next picture tries it again. */
async function prepareReader(): Promise<void> {
  if (isReady) return
  const wasm = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  isReady = true
}

interface Found {
  readonly text: string
  /** Where it is, with the quiet zone around it. */
  readonly place: {
    readonly left: number
    readonly top: number
    readonly right: number
    readonly bottom: number
  }
}

/** The quick reader: a fraction of a second, whatever is in the picture. */
async function readQuickly(pixels: Pixels): Promise<readonly Found[]> {
  await prepareReader()
  const found = await readBarcodes(
    { ...pixels, colorSpace: 'srgb' },
    { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 8 },
  )
  return found
    .filter((one) => one.isValid && one.text !== '')
    .map(({ text, position }) => {
      const { topLeft, topRight, bottomLeft, bottomRight } = position
      const corners = [topLeft, topRight, bottomLeft, bottomRight]
      const [left, right] = [Math.min(...corners.map((at) => at.x)), Math.max(...corners.map((at) => at.x))]
      const [top, bottom] = [Math.min(...corners.map((at) => at.y)), Math.max(...corners.map((at) => at.y))]
      const margin = Math.round(Math.max(right - left, bottom - top) / 4)
      return {
        text,
        place: {
          left: Math.max(0, left - margin),
          top: Math.max(0, top - margin),
          right: Math.min(pixels.width, right + margin),
          bottom: Math.min(pixels.height, bottom + margin),
        },
      }
    })
}

function cut({ data, width }: Pixels, { left, top, right, bottom }: Found['place']): Pixels {
  const part = new Uint8ClampedArray((right - left) * (bottom - top) * 4)
  for (let y = top; y < bottom; y += 1) {
    part.set(data.subarray((y * width + left) * 4, (y * width + right) * 4), (y - top) * (right - left) * 4)
  }
  return { data: part, width: right - left, height: bottom - top }
}

/** Another reader, with nothing in common with the first but the standard. A picture of noise keeps it busy for long. */
function readThoroughly({ data, width, height }: Pixels): readonly string[] {
  const found = jsqr.default(data, width, height)
  return found && found.data !== '' ? [found.data] : []
}

/** The sizes at which a code is looked for: the reader that fails at one finds it at another. */
const SIDES = [1_200, 1_700, 700] as const
const SMALL_SIDE = 900
/** The thorough reader's time grows with the pixels, and beyond. */
const THOROUGH_SIDES = [1_200, 700] as const

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

/** The sizes at which a picture is looked at: its own where that is bounded, then others, up and down; sharpened last. */
function triesFor(side: number): readonly (readonly [side: number, isSharpened: boolean])[] {
  const plain = new Set([Math.min(side, SIDES[0]), ...SIDES, ...(side < SMALL_SIDE ? [side * 2] : [])])
  return [...[...plain].map((one) => [one, false] as const), [SIDES[0], true] as const]
}

/**
 * Every text that either reader finds in a kept picture, each once; none when there is no code to be read. Neither minds which way up it
 * is. `foundNone` is told as soon as the quick reader has looked everywhere in vain: what follows may take long.
 */
export async function readQrTexts(jpeg: Uint8Array, foundNone: () => void): Promise<readonly string[]> {
  const { width, height } = await sharp(jpeg).metadata()
  const side = Math.max(width, height)
  for (const [one, isSharpened] of triesFor(side)) {
    const pixels = await pixelsAt(jpeg, one, isSharpened)
    const found = await readQuickly(pixels)
    if (found.length === 0) continue
    // What the quick one has found, the other must not contradict. It looks there alone: a busy picture around it is none of its business.
    const again = found.flatMap(({ place }) => readThoroughly(cut(pixels, place)))
    return [...new Set([...found.map(({ text }) => text), ...again])]
  }
  foundNone()
  for (const one of new Set([Math.min(side, SIDES[0]), ...THOROUGH_SIDES])) {
    const texts = readThoroughly(await pixelsAt(jpeg, one, false))
    if (texts.length > 0) return texts
  }
  return []
}
