import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { newFileName } from '../files/disk-store.ts'
import { buildApp } from './app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** What has begun, and of which no more can be taken for now. */
function stalled(): Readable {
  const film = new Readable({ read: () => undefined })
  film.push('its beginning')
  return film
}

it('two hundred to whom a film goes out, at whatever pace they read it, keep nobody out', async () => {
  const { config, database, operator, gateways } = server
  const files = { ...server.files, sizeOf: async () => 20_000_000, read: stalled }
  const app = await buildApp({ config, database, operator, gateways, files })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const hangUp = new AbortController()
  const { signal } = hangUp
  const film = `${url}/api/chat/files/${newFileName('mp4', 'chat')}`
  const readers = await Promise.all(Array.from({ length: 200 }, () => fetch(film, { signal })))
  expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await fetch(`${url}/api/lookup/active`)).status).toBe(200)
  hangUp.abort()
  await app.close()
})
