import { randomBytes } from 'node:crypto'
import type { Call } from '@kapao/contract/call'
import sharp from 'sharp'
import * as v from 'valibot'
import type { TestServer } from './server.ts'

interface Sent {
  readonly token?: string
  readonly cookie?: string
  /** Null for a file without one. */
  readonly fileName?: string | null
  readonly type?: string
  /** The address that it comes from. */
  readonly from?: string
}

const answer = v.looseObject({ path: v.optional(v.string()), message: v.optional(v.string()) })

/** Uploads bytes as a browser's form does. */
export async function upload(server: TestServer, call: Call, bytes: Buffer | null, sent: Sent = {}) {
  const boundary = `----kapao${randomBytes(12).toString('hex')}`
  const { fileName = 'photo.jpg' } = sent
  // One that is not called anything is a file by its type alone.
  const type = sent.type ?? (fileName === null ? 'application/octet-stream' : 'image/jpeg')
  const name = fileName === null ? '' : `; filename="${fileName}"`
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"${name}\r\nContent-Type: ${type}\r\n\r\n`
  const response = await server.app.inject({
    method: 'POST',
    url: `/api${call.path}`,
    ...(sent.from !== undefined && { remoteAddress: sent.from }),
    headers: {
      'x-requested-with': 'kapao',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
      ...(sent.cookie !== undefined && { cookie: sent.cookie }),
    },
    payload: bytes
      ? Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
      : Buffer.from(`--${boundary}--\r\n`),
  })
  const json = v.parse(answer, response.json())
  return { status: response.statusCode, message: json.message ?? null, path: json.path ?? '', json }
}

export function newPicture(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' = 'jpeg',
  width = 64,
  height = 48,
) {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 20 } } })
    .toFormat(format)
    .toBuffer()
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** A film as far as a server can tell: its brand, its table of contents, its frames. */
export function newFilm(brand = 'isom', frames = 1_000, tracks: readonly Track[] = []): Buffer {
  return Buffer.concat([
    box(
      'ftyp',
      Buffer.concat([Buffer.from(brand, 'latin1'), Buffer.alloc(4), Buffer.from('isom', 'latin1')]),
    ),
    box('moov', Buffer.concat([box('mvhd', Buffer.alloc(100)), ...tracks.map(track)])),
    box('mdat', randomBytes(frames)),
  ])
}

export interface Track {
  readonly width: number
  readonly height: number
  /** Filmed lying, to be shown upright. */
  readonly isTurned?: boolean
  /** With times of 64 bits. */
  readonly isLong?: boolean
}

function track({ width, height, isTurned = false, isLong = false }: Track): Buffer {
  const matrix = isLong ? 52 : 40
  const header = Buffer.alloc(matrix + 44)
  header[0] = isLong ? 1 : 0
  header.writeInt32BE(isTurned ? 0 : 0x10000, matrix)
  header.writeInt32BE(isTurned ? 0x10000 : 0, matrix + 4)
  header.writeUInt16BE(width, matrix + 36)
  header.writeUInt16BE(height, matrix + 40)
  return box('trak', box('tkhd', header))
}
