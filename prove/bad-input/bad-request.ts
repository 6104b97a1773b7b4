// Requests that must be refused, made from what the document calls right.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import type { Described, DescribedBody } from './document.ts'

export interface BadRequest {
  /** What is wrong with it. */
  readonly why: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

type Part = Pick<BadRequest, 'why'> & Partial<BadRequest>

const JSON_TYPE = 'application/json'

/** Values that programs trip over; among all others they would come too seldom. */
const nasty = fc.constantFrom<unknown>(
  null,
  true,
  [],
  {},
  [[]],
  '',
  '0',
  '-1',
  'NaN',
  '\u0000',
  '\ud800',
  'x'.repeat(501),
  'ก'.repeat(20_000),
  "'; drop table member; --",
  '{{constructor.constructor("return 1")()}}',
  '../../etc/passwd',
  '\u202e\u200b',
  0,
  -0,
  -1,
  0.001,
  1.005,
  1e21,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER + 1,
  { toString: 1 },
  { $ne: null },
  { __proto__: null, constructor: { prototype: {} } },
)

const anyValue = fc.oneof({ weight: 3, arbitrary: nasty }, { weight: 1, arbitrary: fc.jsonValue() })

const depth = fc.integer({ min: 50, max: 20_000 })
const deep = fc
  .tuple(fc.constantFrom<[string, string]>(['[', ']'], ['{"a":', '}']), depth)
  .map(([[open, close], times]) => `${open.repeat(times)}1${close.repeat(times)}`)

const text = fc.string({ unit: 'binary', maxLength: 40 })

function isRefusedBy(body: DescribedBody, bytes: Buffer): boolean {
  try {
    return !body.isRight(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return true
  }
}

function entriesOf(example: unknown): [string, unknown][] {
  return typeof example === 'object' && example !== null ? Object.entries(example) : []
}

function withField(body: DescribedBody, field: string, value: unknown): unknown {
  return Object.fromEntries([...entriesOf(body.example).filter(([name]) => name !== field), [field, value]])
}

function jsonParts(body: DescribedBody): fc.Arbitrary<Part>[] {
  const right = JSON.stringify(body.example ?? {})
  const asJson = (why: string, bytes: Buffer): Part => ({
    why,
    headers: { 'content-type': JSON_TYPE },
    body: bytes,
  })
  const field = fc.constantFrom(...(body.fields.length > 0 ? body.fields : ['x']))
  const spoilt = fc
    .tuple(field, anyValue)
    .map(([name, value]) =>
      asJson(`${name} spoilt`, Buffer.from(JSON.stringify(withField(body, name, value)))),
    )
  const without = fc.uniqueArray(field, { minLength: 1 }).map((names) => {
    const left = Object.fromEntries(entriesOf(body.example).filter(([name]) => !names.includes(name)))
    return asJson(`without ${names.join(', ')}`, Buffer.from(JSON.stringify(left)))
  })
  const cut = fc
    .integer({ min: 0, max: Math.max(0, right.length - 1) })
    .map((length) => asJson('cut off', Buffer.from(right.slice(0, length))))
  const tail = text.map((more) => asJson('with a tail', Buffer.from(`${right}${more}`)))
  const noObject = anyValue.map((value) => asJson('no object', Buffer.from(JSON.stringify(value))))
  const nested = deep.map((value) => asJson('very deep', Buffer.from(value)))
  const bytes = fc
    .uint8Array({ minLength: 1, maxLength: 200 })
    .map((array) => asJson('random bytes', Buffer.from(array)))
  const one = fc
    .tuple(fc.nat(Math.max(0, right.length - 1)), fc.nat(255))
    .map(([place, byte]) => asJson('one byte changed', withByte(Buffer.from(right), place, byte)))
  const nothing = asJson('null', Buffer.from('null'))
  // Not filtered: where all may be left out, one without a field is right every time.
  return [spoilt, spoilt, without, cut, tail, noObject, nested, bytes, one].map((arbitrary) =>
    arbitrary.map((part) => (isRefusedBy(body, part.body ?? Buffer.alloc(0)) ? part : nothing)),
  )
}

function withByte(bytes: Buffer, place: number, byte: number): Buffer {
  bytes[place] = byte
  return bytes
}

/** A type that is not asked for, with a body that would be right. */
function wrongTypeParts(body: DescribedBody): fc.Arbitrary<Part>[] {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense', JSON_TYPE]
  const wrong = body.isMultipart ? types : types.filter((type) => type !== JSON_TYPE)
  return [
    fc.constantFrom(...wrong).map((type) => ({
      why: `as ${type}`,
      headers: { 'content-type': type },
      body: Buffer.from(JSON.stringify(body.example ?? {})),
    })),
  ]
}

/** Forms that are broken, or whose file is none. */
function multipartParts(): fc.Arbitrary<Part>[] {
  const boundary = 'b0undary'
  const type = `multipart/form-data; boundary=${boundary}`
  const head = (name: string, file: string, kind: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${kind}\r\n\r\n`
  const names = fc.constantFrom('file', 'files', '', 'a"b', 'x'.repeat(300), '__proto__')
  const files = fc.constantFrom('a.png', 'a.exe', '../../a.png', '', 'ก.jpg', 'x'.repeat(300))
  const kinds = fc.constantFrom('image/png', 'image/svg+xml', 'text/html', 'video/mp4', '')
  const content = fc.uint8Array({ maxLength: 300 })
  const form = fc
    .tuple(names, files, kinds, content, fc.boolean())
    .map(([name, file, kind, bytes, isWhole]) => ({
      why: `a file that is none${isWhole ? '' : ', and no end'}`,
      headers: { 'content-type': type },
      body: Buffer.concat([
        Buffer.from(head(name, file, kind)),
        bytes,
        Buffer.from(isWhole ? `\r\n--${boundary}--\r\n` : ''),
      ]),
    }))
  const noise = content.map((bytes) => ({
    why: 'no form',
    headers: { 'content-type': type },
    body: Buffer.from(bytes),
  }))
  const noBoundary = content.map((bytes) => ({
    why: 'no boundary',
    headers: { 'content-type': 'multipart/form-data' },
    body: Buffer.from(bytes),
  }))
  return [form, form, noise, noBoundary]
}

/** Tokens of nobody. What is right otherwise must not help. */
function tokenParts({ body }: Described): fc.Arbitrary<Part>[] {
  const hex = fc
    .uint8Array({ minLength: 16, maxLength: 64 })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
  const authorization = fc.oneof(
    fc.constantFrom('', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer null', 'Bearer undefined', 'bearer'),
    hex.map((token) => `Bearer ${token}`),
    hex.map((token) => `Bearer ${token}, Bearer ${token}`),
    fc
      .string({ unit: fc.constantFrom(...'abc.-_=+/ ,;"\\\t'), maxLength: 60 })
      .map((token) => `Bearer x${token}`),
  )
  const rest = body === null || body.isMultipart ? {} : { 'content-type': JSON_TYPE }
  return [
    authorization.map((value) => ({
      why: 'a token of nobody',
      headers: { ...rest, authorization: value },
      body: 'content-type' in rest ? Buffer.from(JSON.stringify(body?.example ?? {})) : null,
    })),
  ]
}

/** Every piece that the caller chooses, or, where there is none, an address beside the right one. */
function pathParts({ path, pathParameters }: Described): fc.Arbitrary<Part>[] {
  const broken = fc.constantFrom('%', '%zz', '%E0%A4%A', '%c0%ae%c0%ae', '%ff')
  const odd = fc
    .oneof(
      text,
      fc.constantFrom('..', '.', '\u0000', '%', "' or 1=1 --", 'x'.repeat(3000), '😀', '__proto__'),
    )
    .filter((value) => value !== '')
    .map(encodeURIComponent)
    // A client's own library resolves these before they leave.
    .filter((value) => value !== '.' && value !== '..')
  if (pathParameters.length === 0) {
    return [
      fc
        .oneof(broken, odd)
        .map((piece) => ({ why: 'an address beside', path: `${path.replace(/\/$/, '')}/${piece}` })),
    ]
  }
  return [
    fc.tuple(fc.constantFrom(...pathParameters), fc.oneof(broken, odd)).map(([name, piece]) => ({
      why: `${name} spoilt`,
      path: path.replace(`{${name}}`, piece),
    })),
  ]
}

/** The parameters of a path, where nothing else is said of them. */
const samples: Readonly<Record<string, string>> = {
  code: 'PG',
  reference: 'AAAAAAAAAAAAAAAA',
  username: 'kpnobody',
  password: randomBytes(6).toString('hex'),
}

function rightPath({ path }: Described): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    name === 'provider' ? (path.startsWith('/qrcode/') ? 'KBANK' : 'pg') : (samples[name] ?? 'x'),
  )
}

/** Requests to one call, none of which it may take. `token` is somebody's. */
export function badRequests(call: Described, token: string): fc.Arbitrary<BadRequest> {
  const { body } = call
  const ofBody =
    body === null ? [] : [...(body.isMultipart ? multipartParts() : jsonParts(body)), ...wrongTypeParts(body)]
  const parts = [...ofBody, ...pathParts(call), ...(call.needsToken ? tokenParts(call) : [])]
  return fc.oneof(...parts).map((part) => ({
    why: part.why,
    path: (part.path ?? rightPath(call)).replace(
      /\{(\w+)\}/g,
      (_match, name: string) => samples[name] ?? 'pg',
    ),
    headers: { authorization: `Bearer ${token}`, ...part.headers },
    body: part.body ?? null,
  }))
}
