import sharp, { type Metadata, type Sharp } from 'sharp'

// One picture at a time in one thread, and no memory of earlier ones.
sharp.cache(false)
sharp.concurrency(1)

/** What is decoded at once: a progressive JPEG of this many pixels takes 150 MB. */
const MOST_PIXELS = 25_500_000
/** A plain JPEG is made smaller while it is decoded, so that the largest photos of phones may be taken. */
const MOST_PIXELS_OF_PLAIN_JPEG = 110_000_000
/**
 * Of all frames of a moving picture together. They are decoded and drawn one by one, so what they take is time: an ordinary one of 480 × 480 and 112
 * frames is 26 million pixels, and these are four seconds' work.
 */
const MOST_PIXELS_IN_FRAMES = 40_000_000
const LONGEST_SIDE = 16_000
/** Plenty for reading a receipt on a large screen. */
const KEPT_SIDE = 2_560

export type PictureType = 'png' | 'jpg' | 'gif'

export interface DrawOrder {
  readonly path: string
  readonly type: PictureType
  /** Where the new picture goes. */
  readonly into: string
}

export interface Drawn {
  readonly width: number
  readonly height: number
}

const formats = { png: 'png', jpg: 'jpeg', gif: 'gif' } as const

function inputOptions(type: PictureType) {
  return { failOn: 'error', limitInputPixels: false, sequentialRead: true, animated: type === 'gif' } as const
}

async function draw({ path, type, into }: DrawOrder, orientation: number): Promise<Drawn> {
  const shrunk = sharp(path, inputOptions(type)).resize({
    width: KEPT_SIDE,
    height: KEPT_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  })
  if (type === 'gif') return finish(shrunk.gif({ effort: 1 }), into)
  const written =
    type === 'png' ? shrunk.png({ compressionLevel: 6 }) : shrunk.toColourspace('srgb').jpeg({ quality: 88 })
  if (orientation <= 1) return finish(written, into)
  // Turned only when it is small: turning needs all pixels at once.
  const upright = sharp(await written.withMetadata({ orientation }).toBuffer()).autoOrient()
  return finish(type === 'png' ? upright.png({ compressionLevel: 6 }) : upright.jpeg({ quality: 88 }), into)
}

async function finish(picture: Sharp, into: string): Promise<Drawn> {
  const info = await picture.toFile(into)
  // Of a moving picture all frames lie below each other, and one of them counts.
  return { width: info.width, height: info.pageHeight ?? info.height }
}

/** Of a moving picture `height` is that of all frames below each other, and `pageHeight` that of one. */
function isTooLarge(
  { width, height, pageHeight = height, isProgressive }: Metadata,
  type: PictureType,
): boolean {
  const most = type === 'jpg' && isProgressive !== true ? MOST_PIXELS_OF_PLAIN_JPEG : MOST_PIXELS
  if (width * pageHeight > most || Math.max(width, pageHeight) > LONGEST_SIDE) return true
  return pageHeight < height && width * height > MOST_PIXELS_IN_FRAMES
}

/**
 * A new picture of the pixels and nothing else: upright, without position or maker's notes, and without a second file in or behind it.
 * Its size is looked at before a pixel is decoded.
 */
export async function drawAgain(order: DrawOrder): Promise<Drawn | 'invalid' | 'too-large'> {
  const { path, type } = order
  try {
    const metadata = await sharp(path, inputOptions(type)).metadata()
    if (metadata.format !== formats[type]) return 'invalid'
    return isTooLarge(metadata, type) ? 'too-large' : await draw(order, metadata.orientation ?? 1)
  } catch {
    // Whatever it claims to be, it cannot be decoded: cut off, or another thing in its clothes.
    return 'invalid'
  }
}
