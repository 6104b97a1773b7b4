import sharp from 'sharp'
import { inTurn, isTurnFarOff } from '../files/in-turn.ts'
import { pictureType } from '../files/picture-type.ts'
import type { ReceivedFile } from '../files/receive.ts'

// In one thread, and with no memory of earlier ones: twenty of them must not add up.
sharp.cache(false)
sharp.concurrency(1)

/** A progressive JPEG of this many pixels takes 150 MB to decode, the most that one picture may. */
const MOST_PIXELS = 25_500_000
const LONGEST_SIDE = 12_000
const SHORTEST_SIDE = 80
/** A slip is a phone's screen at most; a strip or a line is none. */
const MOST_ASPECT = 8
/** Plenty for a mini QR, and bounded for all that comes after. */
const KEPT_SIDE = 2_600

export type PreparedPicture =
  | { readonly kind: 'invalid' | 'odd-size' | 'overloaded' }
  | { readonly kind: 'prepared'; readonly jpeg: Buffer }

function isOddSize(width: number, height: number): boolean {
  const long = Math.max(width, height)
  const short = Math.min(width, height)
  return (
    width * height > MOST_PIXELS || long > LONGEST_SIDE || short < SHORTEST_SIDE || long > short * MOST_ASPECT
  )
}

/** A new JPEG of the pixels and nothing else: no position, no maker's notes, no second file behind the first. */
async function redraw(path: string, orientation: number): Promise<Buffer> {
  const shrunk = sharp(path, {
    failOn: 'error',
    limitInputPixels: MOST_PIXELS,
    sequentialRead: true,
    pages: 1,
  })
    .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
  if (orientation <= 1) return shrunk.toBuffer()
  // Turned only when it is small: turning needs all pixels at once.
  const upright = sharp(await shrunk.withMetadata({ orientation }).toBuffer()).autoOrient()
  return upright.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** Judges an uploaded picture by its bytes and makes of it what is kept. Its size is looked at before a pixel is decoded. */
export async function preparePicture(file: ReceivedFile): Promise<PreparedPicture> {
  const type = await pictureType(file.path, file.bytes)
  if (!type) return { kind: 'invalid' }
  if (isTurnFarOff()) return { kind: 'overloaded' }
  return inTurn(async () => {
    try {
      // The limit is ours to judge: without it a bomb would look like a broken file.
      const metadata = await sharp(file.path, { limitInputPixels: false }).metadata()
      if (metadata.format !== type) return { kind: 'invalid' }
      if (isOddSize(metadata.width, metadata.height)) return { kind: 'odd-size' }
      return { kind: 'prepared', jpeg: await redraw(file.path, metadata.orientation ?? 1) }
    } catch {
      // Whatever it claims to be, it cannot be decoded: cut off, or another thing in its clothes.
      return { kind: 'invalid' }
    }
  })
}
