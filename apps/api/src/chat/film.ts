/** What can be told of a film without playing it: its container is a row of boxes, each with its size, its name, and boxes of its own in it. */
import { type FileHandle, open } from 'node:fs/promises'

/** Brands of MP4 that browsers play; HEIC, AVIF and 3GP begin in the same way and are none of them. */
const MP4_BRAND = /^(?:iso[m2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|f4v )$/
const MOST_BOXES = 2_000
/** In a box of the contents: who made the film chose how many there are, and each is a look into the file. */
const MOST_BOXES_INSIDE = 40
const MOST_PIXELS_WIDE = 16_384

interface Box {
  readonly type: string
  /** Where what is in it begins. */
  readonly inside: number
  readonly end: number
}

export interface FilmSize {
  readonly width: number
  readonly height: number
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  await file.read(buffer, 0, length, position)
  return buffer
}

/** The box at a position: null where none can be. */
async function boxAt(file: FileHandle, position: number, end: number): Promise<Box | null> {
  if (position + 8 > end) return null
  const head = await read(file, position, 16)
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  if (short === 0) return { type, inside: position + 8, end }
  if (short !== 1) return short < 8 ? null : { type, inside: position + 8, end: position + short }
  const long = head.readBigUInt64BE(8)
  if (long < 16n || long > BigInt(end)) return null
  return { type, inside: position + 16, end: position + Number(long) }
}

/** Those that lie one after the other, up to the first that cannot be one. */
async function* boxesIn(file: FileHandle, from: number, end: number, most: number): AsyncGenerator<Box> {
  let position = from
  for (let boxes = 0; boxes < most; boxes += 1) {
    const box = await boxAt(file, position, end)
    if (box === null) return
    yield box
    position = box.end
  }
}

/** A film tells its brand first and has a table of contents; one whose last box ends beyond the file was cut off. */
export async function filmType(file: FileHandle, bytes: number): Promise<'mp4' | 'mov' | null> {
  const first = await boxAt(file, 0, bytes)
  if (first?.type !== 'ftyp' || first.end < 16) return null
  const brand = (await read(file, 8, 4)).toString('latin1')
  const type = brand === 'qt  ' ? 'mov' : MP4_BRAND.test(brand) ? 'mp4' : null
  if (type === null) return null
  let hasContents = false
  // Some makers leave a tail of their own behind the last box.
  for await (const box of boxesIn(file, 0, bytes, MOST_BOXES)) {
    if (box.end > bytes) return null
    if (box.type === 'moov') hasContents = true
  }
  return hasContents ? type : null
}

async function* boxesOf(file: FileHandle, parent: Box, type: string): AsyncGenerator<Box> {
  for await (const box of boxesIn(file, parent.inside, parent.end, MOST_BOXES_INSIDE))
    if (box.type === type) yield box
}

/** How large a track is shown: sound has no size, and a phone that was held upright films lying and says how to turn it. */
async function trackSize(file: FileHandle, header: Box): Promise<FilmSize | null> {
  const bytes = await read(file, header.inside, 96)
  const matrix = bytes[0] === 1 ? 52 : 40
  if (header.end - header.inside < matrix + 44) return null
  const isTurned = bytes.readInt32BE(matrix) === 0 && bytes.readInt32BE(matrix + 4) !== 0
  // In 65,536ths of a pixel.
  const [wide, high] = [bytes.readUInt16BE(matrix + 36), bytes.readUInt16BE(matrix + 40)]
  if (Math.min(wide, high) === 0 || Math.max(wide, high) > MOST_PIXELS_WIDE) return null
  return isTurned ? { width: high, height: wide } : { width: wide, height: high }
}

/** What it measures, so that its place can be kept before it has loaded; null where it does not say. */
export async function filmSize(path: string, bytes: number): Promise<FilmSize | null> {
  const file = await open(path)
  try {
    for await (const contents of boxesIn(file, 0, bytes, MOST_BOXES)) {
      if (contents.type !== 'moov') continue
      for await (const track of boxesOf(file, contents, 'trak')) {
        for await (const header of boxesOf(file, track, 'tkhd')) {
          const size = await trackSize(file, header)
          if (size) return size
        }
      }
    }
    return null
  } finally {
    await file.close()
  }
}
