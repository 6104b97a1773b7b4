// A bucket for tests and proofs: what Kapao asks of an S3-compatible store, in memory. It reckons every signature anew, and takes none that is
// not its owner's, not of now, or of another body.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type S3Credentials, signedHeaders } from '../apps/api/src/files/s3-signature.ts'

const OWNER: S3Credentials = {
  accessKey: 'TESTOWNER',
  secretKey: 'a-secret-of-the-owner',
  region: 'us-east-1',
}
const TOLERANCE_MS = 15 * 60_000

interface Kept {
  readonly bytes: Buffer
  readonly at: Date
}

export interface TestBucket extends S3Credentials {
  readonly endpoint: string
  readonly bucket: string
  close(): Promise<void>
}

/** `20260131T080000Z` */
function momentOf(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function isGenuine(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': bodyHash } = request.headers
  if (typeof date !== 'string' || typeof bodyHash !== 'string') return false
  if (createHash('sha256').update(body).digest('hex') !== bodyHash) return false
  const at = momentOf(date)
  if (!(Math.abs(Date.now() - at.getTime()) < TOLERANCE_MS)) return false
  const names = /SignedHeaders=([^,]*)/.exec(authorization)?.[1]?.split(';') ?? []
  const headers = Object.fromEntries(
    names
      .filter((name) => name !== 'host' && !name.startsWith('x-amz-'))
      .map((name) => [name, String(request.headers[name])]),
  )
  const wanted = signedHeaders(OWNER, { method: request.method ?? '', url, headers, bodyHash }, at)
  return wanted.authorization === authorization
}

function list(files: ReadonlyMap<string, Kept>): string {
  const entries = [...files].map(
    ([name, { at }]) =>
      `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`,
  )
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`
}

function give(request: IncomingMessage, response: ServerResponse, kept: Kept | undefined): void {
  if (!kept) return void response.writeHead(404).end()
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const part = first === undefined ? kept.bytes : kept.bytes.subarray(Number(first), Number(last) + 1)
  response.writeHead(first === undefined ? 200 : 206, { 'content-length': part.length })
  response.end(request.method === 'HEAD' ? undefined : part)
}

export async function openTestBucket(): Promise<TestBucket> {
  const files = new Map<string, Kept>()
  const bucket = 'kapao'
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const body = await buffer(request)
    if (!isGenuine(request, url, body)) return void response.writeHead(403).end()
    const [, inBucket, name] = url.pathname.split('/')
    if (inBucket !== bucket) return void response.writeHead(404).end()
    if (name === undefined) return void response.end(list(files))
    if (request.method === 'PUT') files.set(name, { bytes: body, at: new Date() })
    else if (request.method === 'DELETE') files.delete(name)
    else return give(request, response, files.get(name))
    response.writeHead(request.method === 'PUT' ? 200 : 204).end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    ...OWNER,
    bucket,
    endpoint: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
