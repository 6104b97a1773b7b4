import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { until } from '../../test/chat.ts'
import { openGameProviders } from './http-game-provider.ts'

let waiting: ServerResponse[] = []
const provider = createServer((_request, response) => waiting.push(response))
let url: string
/** Whoever may wait for a place waits for it as long as the test lets them. */
const patience = { placeWaitMs: 240_000 }
beforeAll(async () => {
  // What waits for its answer is not given up: it ends when the test lets it.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  waiting = []
})

const order = (credits = '1.00') =>
  ({
    transferId: randomUUID(),
    username: 'somebody',
    type: 'deposit',
    credits: parseDecimal(credits),
  }) as const
const times = <One>(count: number, one: (at: number) => Promise<One>) =>
  Array.from({ length: count }, (_none, at) => one(at))

function answer(response: ServerResponse | undefined, body: object): void {
  response?.writeHead(200).end(JSON.stringify(body))
}

it('asks a provider that does not answer so many things at once and no more; what was not sent is refused for certain', async () => {
  const providers = openGameProviders(url)
  const slow = providers('PG')
  const asked = times(64, (at) => slow.balance(`player${at}`))
  await until(() => waiting.length === 64, 'all of them')
  const sent = order()
  expect(await slow.transfer(sent)).toEqual({ kind: 'refused', reason: 'NOT_SENT' })
  // Whether an earlier one was done cannot be told by a question that was not asked.
  expect(await slow.transferStanding(sent.transferId)).toMatchObject({ kind: 'unknown' })
  expect(await slow.balance('somebody')).toBeNull()
  expect(waiting).toHaveLength(64)
  // Another one is not held up by it.
  const other = providers('JOKER2').balance('somebody')
  await until(() => waiting.length === 65, 'the other one')
  for (const response of waiting) answer(response, { balance: 1 })
  expect((await other)?.credits).toBe(100n)
  expect((await Promise.all(asked)).map((told) => told?.credits)).toEqual(
    Array.from({ length: 64 }, () => 100n),
  )
  const again = slow.balance('somebody')
  await until(() => waiting.length === 66, 'the next one')
  answer(waiting.at(-1), { balance: 2 })
  expect((await again)?.credits).toBe(200n)
})

it('lets players in by sixteen places and no more, so that money always has the others', async () => {
  const slow = openGameProviders(url, null, patience)('PG')
  const link = 'https://games.example/play'
  const launches = times(6, (at) => slow.launch(`player${at}`))
  const forms = times(5, () => slow.loginForm())
  const accounts = times(5, (at) => slow.createAccount(`new${at}`, 'secret'))
  await until(() => waiting.length === 16, 'as many as may')
  const transfers = times(48, () => slow.transfer(order()))
  await until(() => waiting.length === 64, 'all that is for money')
  for (const response of waiting.splice(16)) answer(response, { status: 'success', amount: 1 })
  for (const outcome of await Promise.all(transfers)) expect(outcome).toMatchObject({ kind: 'confirmed' })
  // One more waits until one of the sixteen has ended, however many places are free.
  const late = slow.launch('late')
  const balance = slow.balance('somebody')
  await until(() => waiting.length === 17, 'the one for money')
  answer(waiting.pop(), { balance: 1 })
  expect((await balance)?.credits).toBe(100n)
  expect(waiting).toHaveLength(16)
  answer(waiting.shift(), { link, action: link, fields: {} })
  await until(() => waiting.length === 16, 'the one that waited')
  for (const response of waiting) answer(response, { link, action: link, fields: {} })
  expect(await Promise.all([...launches, late])).toEqual([...launches, late].map(() => link))
  expect(await Promise.all(forms)).toEqual(forms.map(() => ({ action: link, fields: {} })))
  expect(await Promise.all(accounts)).toEqual(accounts.map(() => ({ kind: 'confirmed' })))
})

it('a patient question has the first place that becomes free, before whoever comes then', async () => {
  const slow = openGameProviders(url, null, patience)('PG')
  const asked = times(64, (at) => slow.balance(`player${at}`))
  await until(() => waiting.length === 64, 'all of them')
  const patient = slow.balance('somebody', true)
  answer(waiting[0], { balance: 1 })
  await Promise.race(asked)
  expect(await slow.transfer(order())).toMatchObject({ reason: 'NOT_SENT' })
  await until(() => waiting.length === 65, 'the patient one')
  for (const response of waiting.slice(1)) answer(response, { balance: 2 })
  expect((await patient)?.credits).toBe(200n)
  await Promise.all(asked)
})

it('a patient question is given up where no place becomes free', async () => {
  const slow = openGameProviders(url, null, { placeWaitMs: 20 })('PG')
  const asked = times(64, (at) => slow.balance(`player${at}`))
  await until(() => waiting.length === 64, 'all of them')
  expect(await slow.balance('somebody', true)).toBeNull()
  expect(waiting).toHaveLength(64)
  for (const response of waiting) answer(response, { balance: 2 })
  await Promise.all(asked)
})

it('whoever asks for the balance of one player, and how often, takes one place, and is told nothing from before', async () => {
  const slow = openGameProviders(url)('PG')
  const first = slow.balance('somebody')
  await until(() => waiting.length === 1, 'the first')
  const later = times(100, () => slow.balance('somebody'))
  const other = slow.balance('somebody else')
  await until(() => waiting.length === 2, 'the other player’s')
  answer(waiting[1], { balance: 5 })
  expect((await other)?.credits).toBe(500n)
  expect(waiting).toHaveLength(2)
  answer(waiting[0], { balance: 1 })
  expect((await first)?.credits).toBe(100n)
  await until(() => waiting.length === 3, 'the next')
  const last = slow.balance('somebody')
  answer(waiting[2], { balance: 2 })
  expect((await Promise.all(later)).map((told) => told?.credits)).toEqual(later.map(() => 200n))
  await until(() => waiting.length === 4, 'the last')
  answer(waiting[3], { balance: 3 })
  expect((await last)?.credits).toBe(300n)
})
