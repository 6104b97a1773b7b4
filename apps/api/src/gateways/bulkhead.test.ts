import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { until } from '../../test/chat.ts'
import { openGameProviders } from './http-game-provider.ts'

const waiting: ServerResponse[] = []
const provider = createServer((_request, response) => waiting.push(response))
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

it('asks a provider that does not answer so many things at once and no more; what was not sent is refused for certain', async () => {
  const providers = openGameProviders(url)
  const slow = providers('PG')
  const asked = Array.from({ length: 64 }, () => slow.balance('somebody'))
  await until(() => waiting.length === 64, 'all of them')
  const credits = parseDecimal('1.00')
  const order = { transferId: randomUUID(), username: 'somebody', type: 'deposit', credits } as const
  expect(await slow.transfer(order)).toEqual({ kind: 'refused', reason: 'NOT_SENT' })
  // Whether an earlier one was done cannot be told by a question that was not asked.
  expect(await slow.transferStanding(order.transferId)).toMatchObject({ kind: 'unknown' })
  expect(waiting).toHaveLength(64)
  // Another one is not held up by it.
  const other = providers('JOKER2').balance('somebody')
  await until(() => waiting.length === 65, 'the other one')
  for (const response of waiting) response.writeHead(200).end('{"balance":1}')
  expect(await other).toBe(100n)
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 64 }, () => 100n))
  const again = slow.balance('somebody')
  await until(() => waiting.length === 66, 'the next one')
  waiting.at(-1)?.writeHead(200).end('{"balance":2}')
  expect(await again).toBe(200n)
})
