import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listen } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { pathOf } from './wire-call.ts'

const ORIGIN = 'https://wallet.example'

let server: TestServer
let address: string
beforeAll(async () => {
  const environment = { KAPAO_ALLOWED_ORIGINS: ORIGIN }
  server = await startTestServer('th', { turnsAway: true, environment })
  address = await listen(server)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.set('requestsPerMinute', 60_000)
})
afterAll(() => server.stop())

/** With the path as it is written: fetch would write it anew. */
async function ask(path: string, method = 'GET') {
  const asking = request(address, { path, method, headers: { origin: ORIGIN } }).end()
  const [answer]: IncomingMessage[] = await once(asking, 'response')
  if (!answer) throw new Error('no answer')
  return { status: answer.statusCode, headers: answer.headers, body: await json(answer).catch(() => null) }
}

describe.each([
  ['as it is', '/api/lookup/active'],
  ['with a letter behind a percent sign', '/%61pi/lookup/active'],
  ['with several, in small letters and capitals', '/a%70%69/%6Cook%75p/active'],
  ['with its host before it', 'http://h/api/lookup/active'],
  ['with its host in capitals and a letter behind a percent sign', 'HTTP://H:80/%61pi/lookup/active?x=/'],
])('a call that is written %s', (_how, path) => {
  it('is answered, to a wallet of another origin too', async () => {
    expect(await ask(path)).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': ORIGIN },
    })
    expect(await ask(path, 'OPTIONS')).toMatchObject({ status: 204 })
  })

  it('is counted for its address', async () => {
    await server.set('requestsPerMinute', 0)
    expect(await ask(path)).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } })
  })

  it('is turned away when there is too much to do', async () => {
    vi.spyOn(server.database, 'waiting').mockReturnValue(301)
    expect(await ask(path)).toMatchObject({ status: 503, body: { message: 'OVERLOADED' } })
  })
})

it.each(['/api/nothing', '/%61pi/nothing', 'http://h/api/nothing', '/api/%2561'])(
  'what is no call, but would be one, is counted as well: %s',
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } })
    await server.set('requestsPerMinute', 0)
    expect(await ask(path)).toMatchObject({ status: 429 })
  },
)

it('what is no call is neither counted nor turned away', async () => {
  await server.set('requestsPerMinute', 0)
  vi.spyOn(server.database, 'waiting').mockReturnValue(301)
  expect(await ask('/healthz?from=/api/')).toMatchObject({ status: 200 })
})

it('a wallet of another origin reads what it goes by: the time, whether it is a kept answer, how long to wait', async () => {
  const { headers } = await ask('/api/lookup/active')
  const exposed = headers['access-control-expose-headers']?.split(', ')
  expect(exposed).toEqual(
    expect.arrayContaining(['date', 'idempotent-replay', 'retry-after', 'x-request-id']),
  )
  expect(headers.date).toBeDefined()
})

it('a path that nobody can read is itself', () => {
  expect(pathOf({ url: '/api/%ff?x' })).toBe('/api/%ff')
})
