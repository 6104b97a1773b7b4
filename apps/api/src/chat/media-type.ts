import { open } from 'node:fs/promises'
import { pictureType } from '../files/picture-type.ts'

/** What a file may be, with the type that it is served as and the ending of its name. */
export const mediaTypes = {
  png: { fileType: 'image', contentType: 'image/png' },
  jpg: { fileType: 'image', contentType: 'image/jpeg' },
  gif: { fileType: 'image', contentType: 'image/gif' },
  mp4: { fileType: 'video', contentType: 'video/mp4' },
  mov: { fileType: 'video', contentType: 'video/quicktime' },
  pdf: { fileType: 'file', contentType: 'application/pdf' },
} as const
export type MediaType = keyof typeof mediaTypes

/** Brands of MP4 that browsers play; HEIC, AVIF and 3GP begin in the same way and are none of them. */
const MP4_BRAND = /^(?:iso[m2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|f4v )$/
const MOST_BOXES = 2_000

type Reader = (position: number, length: number) => Promise<Buffer>

interface Box {
  readonly type: string
  readonly size: number
}

/** The box at a position: null where none can be. */
async function boxAt(read: Reader, position: number, bytes: number): Promise<Box | null> {
  if (position + 8 > bytes) return null
  const head = await read(position, 16)
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  if (short === 0) return { type, size: bytes - position }
  if (short !== 1) return short < 8 ? null : { type, size: short }
  const long = head.readBigUInt64BE(8)
  return long < 16n || long > BigInt(bytes) ? null : { type, size: Number(long) }
}

/** A film tells its brand first and has a table of contents; one whose last box ends beyond the file was cut off. */
async function videoType(read: Reader, bytes: number): Promise<'mp4' | 'mov' | null> {
  const first = await boxAt(read, 0, bytes)
  if (first?.type !== 'ftyp' || first.size < 16) return null
  const brand = (await read(8, 4)).toString('latin1')
  const type = brand === 'qt  ' ? 'mov' : MP4_BRAND.test(brand) ? 'mp4' : null
  if (type === null) return null
  let hasContents = false
  let position = 0
  for (let boxes = 0; boxes < MOST_BOXES; boxes += 1) {
    const box = await boxAt(read, position, bytes)
    // Some makers leave a tail of their own behind the last box.
    if (box === null) break
    position += box.size
    if (position > bytes) return null
    if (box.type === 'moov') hasContents = true
  }
  return hasContents ? type : null
}

/** What an uploaded file is by its bytes, whatever its name says; null for anything that we do not take. */
export async function mediaType(path: string, bytes: number): Promise<MediaType | null> {
  const picture = await pictureType(path, bytes)
  if (picture === 'png') return 'png'
  if (picture === 'jpeg') return 'jpg'
  const file = await open(path)
  try {
    const read: Reader = async (position, length) => {
      const buffer = Buffer.alloc(length)
      await file.read(buffer, 0, length, position)
      return buffer
    }
    const head = (await read(0, 6)).toString('latin1')
    if (head === 'GIF87a' || head === 'GIF89a') return 'gif'
    if (head.startsWith('%PDF-')) return 'pdf'
    return await videoType(read, bytes)
  } finally {
    await file.close()
  }
}
