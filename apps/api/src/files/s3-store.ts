import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { outside } from '../asker.ts'
import { isFileName } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { EMPTY_HASH, type S3Credentials, signedHeaders } from './s3-signature.ts'

export interface S3Bucket extends S3Credentials {
  /** With the scheme: https://s3.example, http://minio:9000. The bucket follows in the path, which every such store understands. */
  readonly endpoint: string
  readonly bucket: string
}

/** A film of 20 MB over a slow line of ours. */
const TIMEOUT_MS = 60_000
/** Stores answer 5xx and break connections now and then; all that is asked of them can be asked again. */
const TRIES = 3
const PAUSE_MS = 200
const TYPE = 'application/octet-stream'

interface Ask {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** A file's name; none for the bucket itself. */
  readonly name?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob | Uint8Array<ArrayBuffer>
  readonly bodyHash?: string
  /** Gives it up; without one it has its time. */
  readonly signal?: AbortSignal
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part)
  return hash.digest('hex')
}

function textIn(xml: string, tag: string): string | null {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? null
}

/** The line's own words stand in what fetch calls the cause. */
function unreachable({ endpoint }: S3Bucket, error: unknown): Error {
  const { cause } = error instanceof Error ? error : {}
  const why = cause instanceof Error ? cause.message || String(cause) : String(error)
  return new Error(`the file store ${endpoint} cannot be reached: ${why}`, { cause: error })
}

/** One try. Throws for a broken line and for what only another try could mend. */
async function sendOnce(bucket: S3Bucket, ask: Ask): Promise<Response> {
  const { method, name = '', query = {}, headers = {}, body, bodyHash = EMPTY_HASH } = ask
  const { signal = AbortSignal.timeout(TIMEOUT_MS) } = ask
  const url = new URL(`${bucket.endpoint}/${bucket.bucket}${name === '' ? '' : `/${name}`}`)
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  const response = await fetch(url, {
    method,
    headers: signedHeaders(bucket, { method, url, headers, bodyHash }, new Date()),
    signal,
    redirect: 'error',
    ...(body && { body }),
  }).catch((error: unknown) => {
    throw unreachable(bucket, error)
  })
  if (response.status < 500) return response
  await response.body?.cancel()
  throw new Error(`the file store answered ${response.status}`)
}

async function send(bucket: S3Bucket, ask: Ask): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendOnce(bucket, ask)
    } catch (error) {
      if (tries === TRIES) throw error
      await sleep(PAUSE_MS * tries)
    }
  }
}

/** Null for what is not there; throws for any other refusal. Whoever asks waits outside: a store that hangs is nobody's work. */
async function find(bucket: S3Bucket, ask: Ask): Promise<Response | null> {
  const response = await outside(() => send(bucket, ask))
  if (response.ok) return response
  await response.body?.cancel()
  if (response.status === 404) return null
  throw new Error(`the file store answered ${response.status} to ${ask.method}`)
}

/** As find; it has its time until the first of its bytes, and what follows is read at the pace of whoever wanted it. */
async function* readSlowly(bucket: S3Bucket, ask: Ask): AsyncGenerator<Uint8Array> {
  const given = AbortSignal.timeout(TIMEOUT_MS)
  const giving = new AbortController()
  const giveUp = () => giving.abort(given.reason)
  given.addEventListener('abort', giveUp)
  try {
    const response = await find(bucket, { ...ask, signal: giving.signal })
    if (!response?.body) throw new Error('the file is gone')
    for await (const chunk of response.body) {
      given.removeEventListener('abort', giveUp)
      yield chunk
    }
  } finally {
    given.removeEventListener('abort', giveUp)
  }
}

interface Listed {
  readonly name: string
  readonly at: Date
}

async function* list(bucket: S3Bucket): AsyncGenerator<Listed> {
  let token: string | null = null
  do {
    const query = { 'list-type': '2', ...(token !== null && { 'continuation-token': token }) }
    const response = await find(bucket, { method: 'GET', query })
    const xml = (await response?.text()) ?? ''
    for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      yield { name: textIn(entry, 'Key') ?? '', at: new Date(textIn(entry, 'LastModified') ?? 0) }
    }
    token = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : null
  } while (token !== null)
}

/**
 * Files in a bucket of an S3-compatible store, for several machines at once. A bucket keeps a file whole or not at all, and shows it to all
 * from then on. The bucket is ours alone and closed to everyone else: what may be seen goes through the API.
 */
export function openS3Store(bucket: S3Bucket): FileStore {
  function checked(name: string): string {
    if (!isFileName(name)) throw new Error('not a name of a kept file')
    return name
  }
  async function keep(name: string, body: NonNullable<Ask['body']>, bodyHash: string): Promise<void> {
    const headers = { 'content-type': TYPE }
    const kept = await find(bucket, { method: 'PUT', name: checked(name), headers, body, bodyHash })
    if (kept === null) throw new Error('the file store has no such bucket')
    await kept.body?.cancel()
  }
  function bytes(name: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    const headers = { range: `bytes=${start}-${end}` }
    return readSlowly(bucket, { method: 'GET', name: checked(name), headers })
  }

  return {
    space: async () => null,
    put: (name, content) =>
      keep(name, new Uint8Array(content), createHash('sha256').update(content).digest('hex')),
    async putFile(name, path) {
      await keep(name, await openAsBlob(path), await hashOfFile(path))
    },
    async get(name) {
      const response = await find(bucket, { method: 'GET', name: checked(name) })
      return response && new Uint8Array(await outside(() => response.arrayBuffer()))
    },
    async sizeOf(name) {
      const response = await find(bucket, { method: 'HEAD', name: checked(name) })
      return response && Number(response.headers.get('content-length'))
    },
    read: (name, start, end) => Readable.from(bytes(name, start, end)),
    async remove(name) {
      const response = await find(bucket, { method: 'DELETE', name: checked(name) })
      await response?.body?.cancel()
    },
    async *namesBefore(mark, before) {
      for await (const { name, at } of list(bucket)) {
        if (isFileName(name) && at < before && name.split('.')[0]?.endsWith(mark)) yield name
      }
    },
    // A bucket never shows a half.
    async removeUnfinished() {},
  }
}
