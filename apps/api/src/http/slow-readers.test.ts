import { once } from 'node:events'
import { connect } from 'node:net'
import { lookupActive } from '@kapao/contract/service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { newFileName } from '../files/disk-store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('th', { turnsAway: true })
})
afterAll(() => server.stop())

it('two hundred who take no more of a film than its beginning keep nobody out', async () => {
  const { port } = new URL(await listen(server))
  const name = newFileName('mp4', 'chat')
  await server.files.put(name, Buffer.alloc(20_000_000))
  const readers = Array.from({ length: 200 }, async () => {
    const reader = connect(Number(port), '127.0.0.1')
    reader.write(`GET /api/chat/files/${name} HTTP/1.1\r\nhost: x\r\n\r\n`)
    const [first] = await once(reader, 'data')
    reader.pause()
    return { reader, status: String(first).split('\r\n', 1)[0] }
  })
  const begun = await Promise.all(readers)
  expect(new Set(begun.map(({ status }) => status))).toEqual(new Set(['HTTP/1.1 200 OK']))
  expect(await server.ask(lookupActive)).toMatchObject({ ok: true })
  for (const { reader } of begun) reader.destroy()
})
