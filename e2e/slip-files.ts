// Pictures of slips as players have them on their phones: as the bank's app saved them, as large as a camera makes them, and what is no
// picture at all.
import { crc32 } from 'node:zlib'
import type { Kapao } from './kapao.ts'

export type PickedFile = { name: string; mimeType: string; buffer: Buffer }

export function png(buffer: Buffer, name = 'slip.png'): PickedFile {
  return { name, mimeType: 'image/png', buffer }
}

/** The same picture in more bytes: a chunk that every reader skips goes in before the last one. */
export function heavier(picture: Buffer, bytes: number): Buffer {
  const type = Buffer.from('slIp')
  const content = Buffer.alloc(bytes, 7)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(Buffer.concat([type, content])))
  const end = picture.length - 12
  return Buffer.concat([picture.subarray(0, end), length, type, content, checksum, picture.subarray(end)])
}

/** As an iPhone's camera writes it, as far as anybody looks; the name says otherwise. */
export const heicNamedJpg: PickedFile = {
  name: 'IMG_0001.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([Buffer.from('0000001866747970686569630000000068656963', 'hex'), Buffer.alloc(500)]),
}

/** Hands a picture in without the screen. */
export async function handIn(kapao: Kapao, token: string, picture: Buffer): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'slip.png')
  const response = await fetch(`${kapao.addresses.url}/api/wallet/slip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'kapao' },
    body: form,
  })
  if (!response.ok) throw new Error(`The slip was refused: ${response.status} ${await response.text()}`)
}
