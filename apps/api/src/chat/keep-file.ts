import { stat } from 'node:fs/promises'
import type { Queries } from '../database/database.ts'
import { newFileName } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { isNearlyFull } from '../files/free-space.ts'
import type { Sender } from '../files/in-turn.ts'
import type { ReceivedFile } from '../files/receive.ts'
import { refuseOverloaded } from '../http/overload.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { DrawDesk } from './draw-desk.ts'
import { filmSize } from './film.ts'
import { type MediaType, mediaType, mediaTypes } from './media-type.ts'

/** Ends the names of the chat's files, and tells them from other kept files. */
const CHAT_MARK = 'chat'

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
  /** Counts what would be kept of theirs: why it must not be, or null. */
  readonly limitBytes?: (bytes: number) => Promise<Refusal<'REQUEST_LIMIT'> | null>
}

/** Where uploaded files go, and what it takes to keep them. */
export interface FileKeeping {
  readonly database: Queries
  readonly files: FileStore
  readonly drawDesk: DrawDesk
}

interface Made {
  readonly path: string
  readonly width: number | null
  readonly height: number | null
}

type FileRefusal = Refusal<'FILE_NOT_SUPPORTED' | 'FILE_TOO_LARGE' | 'OVERLOADED' | 'REQUEST_LIMIT'>

/** What is kept of a file: a picture drawn again, anything else as it came. */
async function make(
  desk: DrawDesk,
  file: ReceivedFile,
  type: MediaType,
  sender: Sender,
): Promise<Made | FileRefusal> {
  if (type !== 'png' && type !== 'jpg' && type !== 'gif') {
    const size = mediaTypes[type].fileType === 'video' ? await filmSize(file.path, file.bytes) : null
    return { path: file.path, ...(size ?? { width: null, height: null }) }
  }
  const drawn = await desk.draw(file, type, sender)
  if (drawn === 'overloaded') return refuseOverloaded()
  if (drawn === 'too-large') return refuse('FILE_TOO_LARGE', { field: 'file' })
  if (drawn === 'invalid') return refuse('FILE_NOT_SUPPORTED', { field: 'file' })
  return drawn
}

/** Whether a name says what kind of file it is (spec §5). What kind it is, its bytes say; one that came without a name says nothing wrong. */
function hasEnding(name: string): boolean {
  return name === '' || /.\.[^.\s]+$/.test(name)
}

/** The most bytes of each kind that are taken. */
export type Taken = { readonly [Kind in 'image' | 'video' | 'file']?: number }

/** Judges an uploaded file by its bytes, and by its name where that has no ending, and keeps it under one that cannot be guessed. */
export async function keepFile(
  { database, files, drawDesk }: FileKeeping,
  file: ReceivedFile | null,
  taken: Taken,
  { memberId, staffId, limitBytes }: Uploader,
): Promise<KeptFile | FileRefusal> {
  // What customers send, that is: the staff's own page asks their files for no name.
  const isNamed = staffId !== null || hasEnding(file?.saidName ?? '')
  const type = file && isNamed ? await mediaType(file.path, file.bytes) : null
  if (!file || !type) return refuse('FILE_NOT_SUPPORTED', { field: 'file' })
  const { fileType, contentType } = mediaTypes[type]
  const most = taken[fileType]
  if (most === undefined) return refuse('FILE_NOT_SUPPORTED', { field: 'file' })
  if (file.bytes > most) return refuse('FILE_TOO_LARGE', { field: 'file' })
  const space = await files.space()
  if (space && isNearlyFull(space)) return refuseOverloaded()
  const sender = memberId === null && staffId === null ? 'guest' : 'known'
  const made = await make(drawDesk, file, type, sender)
  if ('refused' in made) return made
  const name = newFileName(type, CHAT_MARK)
  const { size } = await stat(made.path)
  const tooMuch = await limitBytes?.(size)
  if (tooMuch) return tooMuch
  // The row first: a file without one would never be tidied away.
  await database.query(
    `insert into chat_file (name, member_id, staff_id, file_type, content_type, bytes, width, height)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [name, memberId, staffId, fileType, contentType, size, made.width, made.height],
  )
  await files.putFile(name, made.path)
  return { path: `/api/chat/files/${name}`, fileType, width: made.width, height: made.height }
}
