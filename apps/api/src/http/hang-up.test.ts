import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { buildApp } from './app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('nothing is begun for who hangs up before their call was begun', async () => {
  const { config, database, operator, gateways } = server
  const app = await buildApp({ config, database, operator, gateways })
  const held = Promise.withResolvers<void>()
  const seen: FastifyReply[] = []
  app.addHook('preHandler', async (_request, reply) => {
    seen.push(reply)
    if (seen.length === 1) await held.promise
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const look = (signal: AbortSignal | null = null) => fetch(`${url}/api/lookup/active`, { signal })
  const hangUp = new AbortController()
  const call = look(hangUp.signal)
  await until(() => seen.length === 1, 'it is at the door')
  hangUp.abort()
  await expect(call).rejects.toThrow()
  const [left] = seen
  await until(() => left?.raw.destroyed === true, 'its line is gone')
  held.resolve()
  await nextTurn()
  expect(left?.request.work).toBeNull()
  expect((await look()).status).toBe(200)
  expect(seen[1]?.request.work).not.toBeNull()
  await app.close()
})

it('a call that comes on an open line while the server closes is answered as ever, and the line ends with it', async () => {
  const { config, database, operator, gateways } = server
  const app = await buildApp({ config, database, operator, gateways })
  const closes = Promise.withResolvers<void>()
  app.addHook('preClose', async () => closes.resolve())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const line = connect(Number(new URL(url).port), '127.0.0.1')
  await Promise.all([once(line, 'connect'), once(app.server, 'connection')])
  const closed = app.close()
  await closes.promise
  line.write('GET /api/lookup/active HTTP/1.1\r\nhost: x\r\n\r\n')
  const answer = await text(line)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toMatch(/\r\nx-request-id: [\da-f]{12}\r\n/i)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).toMatch(/\{"terminated":""\}$/)
  await closed
})
