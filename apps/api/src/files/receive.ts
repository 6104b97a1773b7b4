import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type Refusal, refuse } from '../http/refusal.ts'
import { pathsBefore } from './disk-store.ts'
import { makeUploadsFolder, UPLOADS_FOLDER } from './uploads-folder.ts'

/** A file that has arrived whole, on disk: its size says nothing about our memory. */
export interface ReceivedFile {
  readonly path: string
  /** What its sender calls it: nothing that is kept or answered has that name. Empty where it came without one. */
  readonly saidName: string
  readonly bytes: number
  /** SHA-256: the same picture again is the same request. */
  readonly hash: string
}

export interface Upload {
  readonly fields: Readonly<Record<string, string>>
  /** Null when the form has none under the field's name. */
  readonly file: ReceivedFile | null
  discard(): Promise<void>
}

/** No upload takes so long. */
const FORGOTTEN_AFTER_MS = 3_600_000
const MOST_PARTS = 10
const MOST_FIELD_BYTES = 2_000

class TooLarge extends Error {}

/** The disk would not take it: no sender can put that right. What breaks on the way here names other steps, or none. */
function isOfDisk(error: unknown): boolean {
  if (!(error instanceof Error) || !('syscall' in error)) return false
  return error.syscall === 'open' || error.syscall === 'write' || error.syscall === 'close'
}

/** Passes a stream on while it counts and hashes it; one byte too many breaks it. */
function measure(maxBytes: number) {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) return done(new TooLarge())
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, hash: hash.digest('hex') }) }
}

async function keep(part: MultipartFile, path: string, maxBytes: number): Promise<ReceivedFile> {
  const { stream, result } = measure(maxBytes)
  await pipeline(part.file, stream, createWriteStream(path, { mode: 0o600 }))
  // A client may leave it out, whatever the parser's types say.
  const saidName: string | undefined = part.filename
  return { path, saidName: saidName ?? '', ...result() }
}

/** Where the picture goes that is drawn anew of an upload: it is thrown away with it. */
export function drawnOf(path: string): string {
  return `${path}.jpg`
}

/** Reads a multipart form: one file to disk, the small fields as texts. Anything else in it is passed over. */
export async function receiveUpload(
  request: FastifyRequest,
  fieldName: string,
  maxBytes: number,
): Promise<Upload | Refusal<'FILE_TOO_LARGE' | 'BAD_REQUEST'>> {
  const path = join(UPLOADS_FOLDER, randomUUID())
  const discard = async () => {
    await rm(path, { force: true })
    await rm(drawnOf(path), { force: true })
  }
  if (!request.isMultipart()) return { fields: {}, file: null, discard }
  await makeUploadsFolder()
  const fields: Record<string, string> = {}
  let file: ReceivedFile | null = null
  try {
    const limits = { parts: MOST_PARTS, fieldSize: MOST_FIELD_BYTES, fileSize: maxBytes + 1 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value
      } else if (part.fieldname === fieldName && file === null) {
        const kept = await keep(part, path, maxBytes)
        // A form in which nothing was chosen sends nothing under no name; what has bytes is a file, whatever it is called.
        if (kept.saidName !== '' || kept.bytes > 0) file = kept
      } else {
        part.file.resume()
      }
    }
    return { fields, file, discard }
  } catch (error) {
    await discard()
    // The rest is read and thrown away, so that the sender comes to hear the answer.
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof TooLarge) return refuse('FILE_TOO_LARGE', { field: fieldName })
    if (isOfDisk(error)) throw error
    request.log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'an upload broke off')
    return refuse('BAD_REQUEST')
  }
}

/** Removes them now and every so often, until it is stopped. */
export function forgetUploads(
  onError: (error: unknown) => void,
  { folder = UPLOADS_FOLDER, everyMs = FORGOTTEN_AFTER_MS } = {},
) {
  const remove = () => void removeForgottenUploads(folder).catch(onError)
  remove()
  const timer = setInterval(remove, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** Removes what processes that died in the middle of an upload left behind on this machine. */
export async function removeForgottenUploads(folder = UPLOADS_FOLDER): Promise<void> {
  for await (const path of pathsBefore(folder, new Date(Date.now() - FORGOTTEN_AFTER_MS))) {
    await rm(path, { force: true })
  }
}
