import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { keepLines } from './connections.ts'

let server: TestServer
let address: string
beforeAll(async () => {
  server = await startTestServer()
  address = await listen(server)
})
afterAll(() => server.stop())

/** Everything that comes back until the server hangs up. */
function say(text: string): Promise<string> {
  return new Promise((resolve) => {
    let came = ''
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (data) => {
      came += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(came))
  })
}

it('hangs up on headers that are too large, and says why', async () => {
  const answer = await say(
    `GET /api/lookup/active HTTP/1.1\r\nhost: x\r\nx-much: ${'x'.repeat(100_000)}\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer).toMatch(/\r\nX-Request-Id: [\da-f]{12}\r\n/)
  expect(answer).toMatch(/\{"message":"BAD_REQUEST"\}$/)
})

it('hangs up on what is no request', async () => {
  expect(await say('what is this\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"message":"BAD_REQUEST"\}$/)
})

it.each([
  ['names no host', '/api/lookup/active', '', 400],
  ['names no host and means no call', '/nowhere', '', 400],
  ['expects what nobody knows', '/api/lookup/active', 'host: x\r\nexpect: banana\r\n', 417],
])('hangs up on a request that %s, with an id and a code', async (_what, path, headers, status) => {
  const answer = await say(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toMatch(/\r\nx-request-id: [\da-f]{12}\r\n/i)
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
  expect(answer).toMatch(/\{"message":"BAD_REQUEST"/)
})

it('answers an older HTTP, which need not name a host', async () => {
  expect(await say('GET /api/lookup/active HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})

it('hangs up on a header that does not end', async () => {
  expect(await say('GET /api/lookup/active HTTP/1.1\r\nhost: x\r\n')).toMatch(/^HTTP\/1\.1 408 /)
})

it('unpacks no body: a packed one is none of the wire’s', async () => {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-requested-with': 'kapao' },
    body: gzipSync(Buffer.alloc(20_000_000, '[')),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message: 'BAD_REQUEST' })
})

function endless(): Readable {
  return new Readable({
    read(bytes) {
      this.push(Buffer.alloc(bytes))
    },
  })
}

describe('a line on which nothing moves', () => {
  let app: FastifyInstance
  beforeEach(() => {
    app = Fastify()
    keepLines(app, { most: 10, trustedProxies: [], stalledMs: 100 })
  })
  afterEach(() => app.close())

  async function ask() {
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const line = connect(Number(new URL(url).port), '127.0.0.1')
    line.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    return line
  }

  it('is hung up on where an answer waits to be read', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    app.get('/', (_request, reply) => {
      asked.resolve(reply.raw)
      return reply.send(endless())
    })
    const line = await ask()
    await once(line, 'data')
    line.pause()
    const answer = await asked.promise
    await once(answer, 'close')
    expect(answer.writableFinished).toBe(false)
    line.destroy()
  })

  it('goes on where a call is at work', async () => {
    app.get('/', async (_request, reply) => {
      await once(reply.raw, 'timeout')
      return 'late'
    })
    expect(await text(await ask())).toMatch(/^HTTP\/1\.1 200 [\s\S]*late$/)
  })
})
