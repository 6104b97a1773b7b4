import { readFile } from 'node:fs/promises'
import type { Queries } from '../database.ts'
import { newFileName } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import type { ReceivedFile } from '../files/receive.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { type MediaType, mediaType, mediaTypes } from './media-type.ts'
import { drawAgain } from './picture.ts'

export interface KeptFile {
  readonly path: string
  readonly fileType: 'image' | 'video' | 'file'
  readonly width: number | null
  readonly height: number | null
}

/** Who brought a file: a member, one of the staff, or a guest, whom an upload does not name. */
export interface Uploader {
  readonly memberId: bigint | null
  readonly staffId: bigint | null
}

interface Made {
  readonly bytes: Uint8Array
  readonly width: number | null
  readonly height: number | null
}

type FileRefusal = Refusal<'FILE_NOT_SUPPORTED' | 'FILE_TOO_LARGE' | 'OVERLOADED'>

/** What is kept of a file: a picture drawn again, anything else as it came. */
async function make(file: ReceivedFile, type: MediaType): Promise<Made | FileRefusal> {
  if (type !== 'png' && type !== 'jpg' && type !== 'gif')
    return { bytes: await readFile(file.path), width: null, height: null }
  const drawn = await drawAgain(file.path, type)
  if (drawn === 'overloaded') return refuse('OVERLOADED')
  if (drawn === 'too-large') return refuse('FILE_TOO_LARGE', { field: 'file' })
  if (drawn === 'invalid') return refuse('FILE_NOT_SUPPORTED', { field: 'file' })
  return drawn
}

/** The most bytes of each kind that are taken. */
export type Taken = { readonly [Kind in 'image' | 'video' | 'file']?: number }

/** Judges an uploaded file by its bytes and keeps it under a name that cannot be guessed. */
export async function keepFile(
  { database, files }: { readonly database: Queries; readonly files: FileStore },
  file: ReceivedFile | null,
  taken: Taken,
  { memberId, staffId }: Uploader,
): Promise<KeptFile | FileRefusal> {
  const type = file && (await mediaType(file.path, file.bytes))
  if (!file || !type) return refuse('FILE_NOT_SUPPORTED', { field: 'file' })
  const { fileType, contentType } = mediaTypes[type]
  const most = taken[fileType]
  if (most === undefined) return refuse('FILE_NOT_SUPPORTED', { field: 'file' })
  if (file.bytes > most) return refuse('FILE_TOO_LARGE', { field: 'file' })
  const made = await make(file, type)
  if ('refused' in made) return made
  const name = newFileName(type)
  // The row first: a file without one would never be tidied away.
  await database.query(
    `insert into chat_file (name, member_id, staff_id, file_type, content_type, bytes, width, height)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [name, memberId, staffId, fileType, contentType, made.bytes.length, made.width, made.height],
  )
  await files.put(name, made.bytes)
  return { path: `/api/chat/files/${name}`, fileType, width: made.width, height: made.height }
}
