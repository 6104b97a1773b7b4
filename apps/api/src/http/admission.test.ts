import { randomUUID } from 'node:crypto'
import { lookupActive } from '@kapao/contract/service'
import { getWallet, transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../test/chat.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer('th', { turnsAway: true })
  await server.set('requestsPerMinute', 100_000)
  member = await server.member()
})
afterAll(() => server.stop())

const status = async (url: string) => (await server.app.inject({ method: 'GET', url })).statusCode

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
  await until(() => held === 10, 'all connections')
  return async () => {
    open()
    await Promise.all(holding)
  }
}

const move = ({ token }: TestMember) =>
  server.ask(transfer, { token, key: randomUUID(), body: { from: 'WALLET', to: 'PG', amount: 1 } })
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
  const wave = wait(300)
  // Nothing has looked at the queue yet: no timer runs before these are judged.
  const inTheWave = server.ask(getWallet, { token: member.token })
  await until(() => server.database.waiting() === 301, 'it waits, too')
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
  await until(() => server.database.waiting() === 61, 'it waits, too')
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
  const beside = [move(other), server.ask(getWallet, { token: member.token })]
  await until(() => server.database.waiting() > 0, 'they are inside')
  await release()
  for (const answer of await Promise.all([...inside, ...beside])) expect(answer.status).not.toBe(503)
  expect(await move(member)).not.toMatchObject({ status: 503 })
})
