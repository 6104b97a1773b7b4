import { createHash, createHmac } from 'node:crypto'

/** Whose bucket it is. */
export interface S3Credentials {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

export interface S3Request {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Hex of the body's SHA-256. */
  readonly bodyHash: string
}

export const EMPTY_HASH: string = createHash('sha256').update('').digest('hex')

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** As RFC 3986 has it, which is stricter than encodeURIComponent. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * The headers that make a request one of ours: AWS Signature Version 4, which every S3-compatible store knows. Signed are the method, the
 * path, the query, every header given, the moment and the body's hash.
 */
export function signedHeaders(
  { accessKey, secretKey, region }: S3Credentials,
  { method, url, headers, bodyHash }: S3Request,
  at: Date,
): Record<string, string> {
  const moment = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${moment.slice(0, 8)}/${region}/s3/aws4_request`
  const own = { 'x-amz-content-sha256': bodyHash, 'x-amz-date': moment }
  const signed = Object.entries({ ...headers, host: url.host, ...own })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('')
  const canonical = [method, url.pathname, query, lines, names, bodyHash].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const dayKey = hmac(`AWS4${secretKey}`, moment.slice(0, 8))
  const key = hmac(hmac(hmac(dayKey, region), 's3'), 'aws4_request')
  const signature = hmac(key, ['AWS4-HMAC-SHA256', moment, scope, hash].join('\n')).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope},SignedHeaders=${names},Signature=${signature}`
  // fetch writes the host itself.
  return { ...headers, ...own, authorization }
}
