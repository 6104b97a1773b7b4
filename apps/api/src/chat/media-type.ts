import { open } from 'node:fs/promises'
import { pictureType } from '../files/picture-type.ts'
import { filmType } from './film.ts'

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

/** What an uploaded file is by its bytes, whatever its name says; null for anything that we do not take. */
export async function mediaType(path: string, bytes: number): Promise<MediaType | null> {
  const picture = await pictureType(path, bytes)
  if (picture === 'png') return 'png'
  if (picture === 'jpeg') return 'jpg'
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(6), 0, 6, 0)
    const head = buffer.toString('latin1')
    if (head === 'GIF87a' || head === 'GIF89a') return 'gif'
    if (head.startsWith('%PDF-')) return 'pdf'
    return await filmType(file, bytes)
  } finally {
    await file.close()
  }
}
