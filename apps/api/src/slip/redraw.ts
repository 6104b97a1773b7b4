import sharp, { type Metadata } from 'sharp'
import { pictureType } from '../files/picture-type.ts'

// One picture at a time in one thread, and no memory of earlier ones.
sharp.cache(false)
sharp.concurrency(1)

const MOST_PIXELS = 25_500_000
/** Of a picture that can only be decoded as a whole: a progressive JPEG of so many takes fifty megabytes. */
const MOST_PIXELS_AT_ONCE = 6_500_000
const LONGEST_SIDE = 12_000
const SHORTEST_SIDE = 80
/** A slip is a phone's screen at most; a strip or a line is none. */
const MOST_ASPECT = 8
/** Plenty for a mini QR, and bounded for all that comes after. */
const KEPT_SIDE = 2_000
/** Tables that fit the picture best would need all of it at once; colours at half the width are enough for an eye and a reader. */
const KEPT_AS = { quality: 92, optimiseCoding: false } as const

export interface RedrawOrder {
  readonly path: string
  readonly bytes: number
  /** Where the new picture goes. */
  readonly into: string
}

export type Redrawn = 'invalid' | 'odd-size' | 'prepared'

function isOddSize({ width, height, isProgressive, format }: Metadata): boolean {
  const long = Math.max(width, height)
  const short = Math.min(width, height)
  const most = isProgressive || format === 'webp' ? MOST_PIXELS_AT_ONCE : MOST_PIXELS
  return width * height > most || long > LONGEST_SIDE || short < SHORTEST_SIDE || long > short * MOST_ASPECT
}

/** A new JPEG of the pixels and nothing else: no position, no maker's notes, no second file behind the first. */
async function redraw(path: string, orientation: number, into: string): Promise<void> {
  const shrunk = sharp(path, {
    failOn: 'error',
    limitInputPixels: MOST_PIXELS,
    sequentialRead: true,
    pages: 1,
  })
    .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg(KEPT_AS)
  if (orientation <= 1) {
    await shrunk.toFile(into)
    return
  }
  // Turned only when it is small: turning needs all pixels at once.
  const upright = sharp(await shrunk.withMetadata({ orientation }).toBuffer()).autoOrient()
  await upright.jpeg(KEPT_AS).toFile(into)
}

/** Judges an uploaded picture by its bytes and makes of it what is kept. Its size is looked at before a pixel is decoded. */
export async function redrawPicture({ path, bytes, into }: RedrawOrder): Promise<Redrawn> {
  const type = await pictureType(path, bytes)
  if (!type) return 'invalid'
  try {
    // The limit is ours to judge: without it a bomb would look like a broken file.
    const metadata = await sharp(path, { limitInputPixels: false }).metadata()
    if (metadata.format !== type) return 'invalid'
    if (isOddSize(metadata)) return 'odd-size'
    await redraw(path, metadata.orientation ?? 1, into)
    return 'prepared'
  } catch {
    // Whatever it claims to be, it cannot be decoded: cut off, or another thing in its clothes.
    return 'invalid'
  }
}
