import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { login } from '@kapao/contract/login'
import { lookupActive } from '@kapao/contract/service'
import { spinWheel } from '@kapao/contract/spinwheel'
import { activateGame, getWallet, transfer } from '@kapao/contract/wallet'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { sendRaw } from '../../test/calls.ts'
import { listen, until } from '../../test/chat.ts'
import { watchDoor } from '../../test/door.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { openHttpClient } from '../gateways/http-client.ts'
import { Standing } from './standing.ts'

let server: TestServer
let member: TestMember
let address: string

beforeAll(async () => {
  server = await startTestServer('th', { turnsAway: true, connectionTimeoutMs: 240_000 })
  address = await listen(server)
  await server.set('requestsPerMinute', 100_000)
  member = await server.member()
})
afterAll(() => server.stop())

const status = async (url: string) => (await server.app.inject({ method: 'GET', url })).statusCode

/** A test that fails before it lets the connections go must not take the others along. */
let letGo = async () => {}
afterEach(async () => {
  vi.restoreAllMocks()
  await letGo()
  const look = vi.spyOn(Standing.prototype, 'look')
  await until(() => look.mock.lastCall?.[0] === false, 'the door has seen that the queue is gone')
  look.mockRestore()
})

/** Holds all connections of the process until it is called. */
async function holdConnections(): Promise<() => Promise<void>> {
  let open = () => {}
  let held = 0
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const holding = Array.from({ length: 10 }, () =>
    server.database.transaction(() => {
      held += 1
      return opened
    }),
  )
  letGo = async () => {
    open()
    await Promise.all(holding)
  }
  await until(() => held === 10, 'all connections')
  return letGo
}

const order = { from: 'WALLET', to: 'PG', amount: 1 } as const
const move = ({ token }: TestMember, headers: Record<string, string> = {}) =>
  server.ask(transfer, { token, key: randomUUID(), body: order, headers })
const forEach = (members: readonly TestMember[], times: number) =>
  members.flatMap((one) => Array.from({ length: times }, () => one))
const wait = (times: number) => Array.from({ length: times }, () => server.database.query('select 1'))
const isTurnedAway = async () => (await status('/api/lookup/active')) === 503

it('turns calls away while a queue stands, tells when to come back, and lets in again at once', async () => {
  const release = await holdConnections()
  const queue = wait(61)
  await until(isTurnedAway, 'the first that is turned away')
  expect(await server.ask(lookupActive)).toMatchObject({ status: 503, ok: false, message: 'OVERLOADED' })
  const answer = await server.app.inject({ method: 'GET', url: '/api/lookup/active' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3)
  expect(await status('/healthz')).toBe(200)
  await release()
  await Promise.all(queue)
  expect(await server.ask(lookupActive)).toMatchObject({ ok: true })
  const { body } = await server.app.inject({ method: 'GET', url: '/metrics' })
  expect(Number(/^kapao_shed_total (\d+)$/m.exec(body)?.[1])).toBeGreaterThanOrEqual(3)
})

it('lets a wave in that comes at one moment, up to a bound', async () => {
  const release = await holdConnections()
  // However long the machine takes until the call is judged: to the door the queue is new.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const wave = wait(300)
  const inTheWave = server.ask(getWallet, { token: member.token })
  await until(() => server.database.waiting() >= 301, 'it waits, too')
  clock.mockRestore()
  expect(await server.ask(lookupActive)).toMatchObject({ status: 503 })
  await release()
  await Promise.all(wave)
  expect(await inTheWave).toMatchObject({ ok: true })
})

it('lets what is inside end, however many come after it', async () => {
  const release = await holdConnections()
  const queue = wait(60)
  // Sixty may wait for as long as they like; it is the next to wait that makes it a queue.
  const inside = server.ask(getWallet, { token: member.token })
  await until(() => server.database.waiting() >= 61, 'it waits, too')
  await until(isTurnedAway, 'the first that is turned away')
  await release()
  await Promise.all(queue)
  expect(await inside).toMatchObject({ ok: true })
})

it('turns calls away while too many are inside, however short the queue for the database is', async () => {
  const release = await holdConnections()
  const inside = Array.from({ length: 200 }, () => server.ask(getWallet, { token: member.token }))
  await until(isTurnedAway, 'the first that is turned away')
  expect(server.database.waiting()).toBeLessThan(60)
  await release()
  for (const answer of await Promise.all(inside)) expect(answer).toMatchObject({ ok: true })
  expect(await server.ask(lookupActive)).toMatchObject({ ok: true })
})

it('lets forty of one member in at once that move money, and everybody else beside them', async () => {
  const other = await server.member()
  const release = await holdConnections()
  const inside = Array.from({ length: 40 }, () => move(member))
  expect(await move(member)).toMatchObject({ status: 503, message: 'OVERLOADED' })
  const otherwise = { authorization: `bEARER ${member.token}` }
  expect(await move(member, otherwise)).toMatchObject({ status: 503, message: 'OVERLOADED' })
  const beside = [move(other), server.ask(getWallet, { token: member.token })]
  await until(() => server.database.waiting() > 0, 'they are inside')
  await release()
  for (const answer of await Promise.all([...inside, ...beside])) expect(answer.status).not.toBe(503)
  expect(await move(member)).not.toMatchObject({ status: 503 })
})

const logIn = async (one: TestMember): Promise<TestMember> => {
  const body = { username: one.phone, password: one.password }
  const { token } = await server.give(login, { body })
  return { ...one, token }
}

it('lets no more than forty of one member in, however often they have logged in', async () => {
  const member = await server.member()
  const again = await logIn(member)
  // Until a token has been used here, nobody knows whose it is.
  for (const one of [member, again]) expect(await move(one)).not.toMatchObject({ status: 503 })
  const release = await holdConnections()
  const inside = forEach([member, again], 20).map((one) => move(one))
  for (const one of [member, again])
    expect(await move(one)).toMatchObject({ status: 503, message: 'OVERLOADED' })
  await release()
  for (const answer of await Promise.all(inside)) expect(answer.status).not.toBe(503)
  for (const one of [member, again]) expect(await move(one)).not.toMatchObject({ status: 503 })
})

it('finds out whose a token is before it does anything for it', async () => {
  const member = await server.member()
  const again = await logIn(member)
  expect(await move(member)).not.toMatchObject({ status: 503 })
  await server.payIn(member, '100.00')
  await server.give(activateGame, { params: { code: 'PG' }, token: member.token })
  const provider = server.gateways.game('PG')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let there = 0
  provider.beforeTransfer = () => {
    there += 1
    return released
  }
  try {
    const inside = forEach([member], 40).map((one) => move(one))
    await until(() => there === 40, 'all of them are with the provider')
    const before = await server.balance(member)
    expect(await move(again)).toMatchObject({ status: 503, message: 'OVERLOADED' })
    expect(await server.balance(member)).toBe(before)
    release()
    for (const answer of await Promise.all(inside)) expect(answer).toMatchObject({ ok: true })
    expect(await move(again)).toMatchObject({ ok: true })
  } finally {
    release()
    provider.beforeTransfer = null
  }
})

/** Makes so many calls, and hangs up on all of them once their handlers have them. */
async function leaveBehind(times: number, path: string, make: () => RequestInit): Promise<void> {
  const hangUp = new AbortController()
  const seen: IncomingMessage[] = []
  let left = 0
  const see = (request: IncomingMessage, response: ServerResponse) => {
    seen.push(request)
    response.once('close', () => {
      left += 1
    })
  }
  server.app.server.on('request', see)
  const came = watchDoor()
  const calls = Array.from({ length: times }, () =>
    fetch(`${address}${path}`, { ...make(), signal: hangUp.signal }),
  )
  const areInside = () => seen.length === times && seen.every((one) => one.complete)
  await until(() => areInside() && came() === times, 'they are inside')
  hangUp.abort()
  const ends = await Promise.allSettled(calls)
  expect(ends.filter(({ status }) => status === 'fulfilled')).toEqual([])
  await until(() => left === times, 'their lines are gone')
  server.app.server.off('request', see)
}

it('counts who hangs up among the forty for as long as what they began goes on', async () => {
  const release = await holdConnections()
  await leaveBehind(40, '/api/wallet/transfer', () => ({
    method: 'POST',
    headers: {
      authorization: `Bearer ${member.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-requested-with': 'kapao',
    },
    body: JSON.stringify(order),
  }))
  expect(await move(member)).toMatchObject({ status: 503, message: 'OVERLOADED' })
  await release()
  // All of it: what is left of it would take the places of the next test's calls.
  const fortyMore = () => Promise.all(forEach([member], 40).map((one) => move(one)))
  await until(async () => (await fortyMore()).every(({ status }) => status !== 503), 'it is over')
})

it('counts who hangs up among those inside, too', async () => {
  const release = await holdConnections()
  await leaveBehind(200, '/api/wallet', () => ({ headers: { authorization: `Bearer ${member.token}` } }))
  expect(await isTurnedAway()).toBe(true)
  await release()
  const twoHundredMore = () => Promise.all(Array.from({ length: 200 }, isTurnedAway))
  await until(async () => !(await twoHundredMore()).includes(true), 'what they began is over')
})

it('lets no more than fifty in at once that move money, and whoever moves none beside them', async () => {
  const members = [member, await server.member()]
  const release = await holdConnections()
  const came = watchDoor()
  const inside = forEach(members, 25).map((one) => move(one))
  await until(() => came() === 50, 'they are inside')
  const [first] = members
  expect(await move(first ?? member)).toMatchObject({ status: 503, message: 'OVERLOADED' })
  const beside = server.ask(getWallet, { token: member.token })
  await release()
  for (const answer of await Promise.all(inside)) expect(answer.status).not.toBe(503)
  expect(await beside).toMatchObject({ ok: true })
  expect(await move(member)).not.toMatchObject({ status: 503 })
})

it.each(['text/csv', 'multipart/form-data; boundary=x'])(
  'counts those among the fifty whose body is %s, which they have no use for',
  async (type) => {
    const members = [member, await server.member()]
    const release = await holdConnections()
    const headers = { 'content-type': type }
    const came = watchDoor()
    const inside = forEach(members, 25).map(({ token }) =>
      sendRaw(server, spinWheel, { payload: 'a,b', headers, token }),
    )
    await until(() => came() === 50, 'they are inside')
    expect(await move(member)).toMatchObject({ status: 503, message: 'OVERLOADED' })
    await release()
    for (const answer of await Promise.all(inside)) expect(answer).toMatchObject({ status: 200 })
    expect(await move(member)).not.toMatchObject({ status: 503 })
  },
)

it('counts none of those that wait for a provider, and each of them again when it is back', async () => {
  const waiting: ServerResponse[] = []
  const slow = createServer((_request, response) => waiting.push(response))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const client = openHttpClient(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`)
  const members = [await server.member(), await server.member()]
  for (const one of members) {
    await server.payIn(one, '100.00')
    await server.give(activateGame, { params: { code: 'PG' }, token: one.token })
  }
  const provider = server.gateways.game('PG')
  let back = 0
  provider.beforeTransfer = async () => {
    await client.request('GET', '/', { timeoutMs: 240_000 })
    back += 1
  }
  const outside = forEach(members, 25).map((one) => move(one))
  await until(() => waiting.length === 50, 'all of them are outside')
  expect(await move(member)).not.toMatchObject({ status: 503 })
  const release = await holdConnections()
  for (const response of waiting) response.end('{}')
  await until(() => back === 50, 'they are back')
  expect(await move(member)).toMatchObject({ status: 503 })
  await release()
  for (const answer of await Promise.all(outside)) expect(answer).toMatchObject({ ok: true })
  expect(await move(member)).not.toMatchObject({ status: 503 })
  provider.beforeTransfer = null
  slow.close().closeAllConnections()
})
