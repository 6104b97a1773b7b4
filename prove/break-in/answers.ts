// Every kind of answer that the server gives, over real connections: pages, their parts, calls, files, errors, and what never becomes a request.
import { connect } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { at } from '../bank-test/wire.ts'

export interface Answer {
  readonly status: number
  header(name: string): string
  readonly text: string
}

export type Kind =
  | 'page'
  | 'drawn login'
  | 'drawn home'
  | 'part of a page'
  | 'art'
  | 'call'
  | 'file'
  | 'document'

export interface Asked {
  readonly what: string
  readonly kind: Kind
  readonly status: number
  ask(): Promise<Answer>
}

export async function over(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const text = await response.text()
  return { status: response.status, header: (name) => response.headers.get(name) ?? '', text }
}

/** What no client of HTTP would send. */
function raw(url: string, request: string): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    let said = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      said += text
    })
    socket.once('error', reject)
    socket.once('close', () => {
      const [head = '', text = ''] = said.split('\r\n\r\n', 2)
      const [first = '', ...lines] = head.split('\r\n')
      const headers = new Map(
        lines.map((line) => {
          const colon = line.indexOf(':')
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
        }),
      )
      resolve({ status: Number(first.split(' ')[1]), header: (name) => headers.get(name) ?? '', text })
    })
  })
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A picture of one grey dot. */
function dot(): Uint8Array<ArrayBuffer> {
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = chunk('IDAT', deflateSync(Buffer.from([0, 128])))
  return Uint8Array.from(
    Buffer.concat([signature, chunk('IHDR', head), data, chunk('IEND', Buffer.alloc(0))]),
  )
}

async function chatFile(url: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([dot()], { type: 'image/png' }), 'dot.png')
  form.set('guestId', crypto.randomUUID())
  const response = await fetch(`${url}/api/chat/upload-image`, {
    method: 'POST',
    headers: { 'x-requested-with': 'kapao' },
    body: form,
  })
  const path = at(await response.json(), 'path')
  if (typeof path !== 'string') throw new Error('the picture was not taken')
  return new URL(path, url).href
}

type Get = (what: string, path: string, kind: Kind, status: number, init?: RequestInit) => Asked

const json = (body: string, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body,
})

async function pages(url: string, get: Get): Promise<Asked[]> {
  const [plain, drawn] = [await over(`${url}/index.html`), await over(`${url}/user/home`)]
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(plain.text)?.[1] ?? '/no-script'
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(drawn.text)?.[1] ?? '/no-style'
  return [
    get('the first page', '/', 'page', 200),
    get('the page that the build has drawn', '/login', 'drawn login', 200),
    get('home as the build has drawn it', '/user/home', 'drawn home', 200),
    get('the page of a route', '/user/profile?x=<script>', 'page', 200),
    get('the page by its file', '/index.html', 'page', 200),
    get('the desk', '/desk/', 'page', 200),
    get('a route of the desk', '/desk/c/abc', 'page', 200),
    get('a script', script, 'part of a page', 200),
    get('a style', style, 'part of a page', 200),
    get('a packed script', script, 'part of a page', 200, { headers: { 'accept-encoding': 'br' } }),
    get('the service worker', '/sw.js', 'part of a page', 200),
    get('the manifest', '/manifest.webmanifest', 'part of a page', 200),
    get('the icon', '/icon.svg', 'part of a page', 200),
    get('a picture of a game', '/art/game-pg-logo.svg', 'art', 200),
  ]
}

function calls(get: Get): Asked[] {
  return [
    get('a file that is not there', '/assets/gone-1.js', 'call', 404),
    get('an open call', '/api/lookup/info', 'call', 200),
    get('a call without a token', '/api/account/profile', 'call', 401),
    get('a call that is refused', '/api/otp/verify', 'call', 400, json('{}')),
    get('a call that is none', '/api/none', 'call', 404),
    get('a method that is none', '/api/login', 'call', 404, { method: 'PUT' }),
    get('a body that is too long', '/api/login', 'call', 400, json(`"${'x'.repeat(70_000)}"`)),
    get('a body that is no JSON', '/api/login', 'call', 400, json('{')),
    get('an address that cannot be read', '/api/%zz', 'call', 400),
    get('an address without end', `/api/wallet/activate/${'x'.repeat(300)}`, 'call', 401),
    get('the desk’s call without a cookie', '/api/desk/me', 'call', 403),
    get('a question from another site', '/api/login', 'call', 404, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    }),
    get('the bank’s door', '/gateway/bank-feed', 'call', 401, json('{}')),
    get('the reference', '/docs', 'document', 200),
    get('the reference for programs', '/openapi.json', 'document', 200),
    get('health', '/healthz', 'call', 200),
    get('readiness', '/readyz', 'call', 200),
    get('the realtime line', '/socket.io/?EIO=4&transport=polling', 'call', 200),
    get('a realtime line that is none', '/socket.io/?EIO=4&transport=none', 'call', 400),
    get('a realtime line of nobody', '/socket.io/?EIO=4&transport=polling&sid=x', 'call', 400),
  ]
}

async function files(url: string, get: Get): Promise<Asked[]> {
  const path = (await chatFile(url)).slice(url.length)
  return [
    get('a file of the chat', path, 'file', 200),
    get('a part of a file', path, 'file', 206, { headers: { range: 'bytes=0-3' } }),
    get('a part beyond its end', path, 'file', 416, {
      headers: { range: 'bytes=99999999-' },
    }),
    get('a slip without a signature', '/api/files/x.jpg', 'call', 404),
    get('a slip with a false signature', '/api/files/x.jpg?expires=99999999999&signature=x', 'call', 403),
  ]
}

function broken(url: string): Asked[] {
  return [
    {
      what: 'what is no HTTP',
      kind: 'call',
      status: 400,
      ask: () => raw(url, 'GARBAGE\r\n\r\n'),
    },
    {
      what: 'headers without end',
      kind: 'call',
      status: 431,
      ask: () => raw(url, `GET /api/login HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`),
    },
    {
      what: 'two lengths of one body',
      kind: 'call',
      status: 400,
      ask: () =>
        raw(
          url,
          'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        ),
    },
    {
      what: 'an echo of the request',
      kind: 'call',
      status: 404,
      ask: () => raw(url, 'TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-secret: heard\r\n\r\n'),
    },
  ]
}

export async function answersOf(url: string): Promise<Asked[]> {
  const get: Get = (what, path, kind, status, init = {}) => ({
    what,
    kind,
    status,
    ask: () => over(`${url}${path}`, init),
  })
  return [...(await pages(url, get)), ...calls(get), ...(await files(url, get)), ...broken(url)]
}
