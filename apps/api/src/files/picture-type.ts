import { open } from 'node:fs/promises'

export type PictureType = 'png' | 'jpeg' | 'webp'

const HEAD_BYTES = 16
const TAIL_BYTES = 12
const PNG_HEAD = '89504e470d0a1a0a'
/** The empty last chunk with its checksum: nothing may follow it. */
const PNG_TAIL = '0000000049454e44ae426082'

/**
 * What a file is by its bytes, whatever its name says; null for anything but a whole PNG, JPEG or WebP. A PNG or WebP that goes on after
 * its end carries something else, and is none. JPEGs of phones do go on, so theirs is left to the decoder, which drops the rest.
 */
export async function pictureType(path: string, bytes: number): Promise<PictureType | null> {
  if (bytes < HEAD_BYTES + TAIL_BYTES) return null
  const file = await open(path)
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    const tail = Buffer.alloc(TAIL_BYTES)
    await file.read(head, 0, HEAD_BYTES, 0)
    await file.read(tail, 0, TAIL_BYTES, bytes - TAIL_BYTES)
    if (head.subarray(0, 8).toString('hex') === PNG_HEAD)
      return tail.toString('hex') === PNG_TAIL ? 'png' : null
    if (head.subarray(0, 3).toString('hex') === 'ffd8ff') return 'jpeg'
    const isWebp = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
    // A RIFF file says how long it is; an odd length is padded by one.
    const length = head.readUInt32LE(4) + 8
    return isWebp && (length === bytes || length + 1 === bytes) ? 'webp' : null
  } finally {
    await file.close()
  }
}
