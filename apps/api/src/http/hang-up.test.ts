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
