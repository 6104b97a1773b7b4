import { open } from 'node:fs/promises'

export type PictureType = 'png' | 'jpeg' | 'webp'

const HEAD_BYTES = 16
const PNG_HEAD = '89504e470d0a1a0a'

/**
 * What a file is by its bytes, whatever its name says; null for anything but a PNG, JPEG or WebP. It may go on after its end: phones write pictures
 * with a film behind them, and leave the rest of the larger one behind a screenshot that was cropped. Whoever keeps it draws it again, and so drops the rest.
 */
export async function pictureType(path: string, bytes: number): Promise<PictureType | null> {
  if (bytes < HEAD_BYTES) return null
  const file = await open(path)
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    await file.read(head, 0, HEAD_BYTES, 0)
    if (head.subarray(0, 8).toString('hex') === PNG_HEAD) return 'png'
    if (head.subarray(0, 3).toString('hex') === 'ffd8ff') return 'jpeg'
    const isWebp = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
    // A RIFF file says how long it is.
    return isWebp && head.readUInt32LE(4) + 8 <= bytes ? 'webp' : null
  } finally {
    await file.close()
  }
}
