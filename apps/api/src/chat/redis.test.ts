// Two processes that have a Redis, as one sees them from their sockets and from /readyz.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { login } from '@kapao/contract/login'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../scripts/free-ports.ts'
import {
  bodyOf,
  type Customer,
  historyOf,
  Listener,
  newGuest,
  PREFIX,
  textMessage,
  until,
} from '../../test/chat.ts'
import { hasRedis, startTestRedis, type TestRedis } from '../../test/redis.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { buildApp } from '../http/app.ts'
import { openRedis, type RedisPart } from '../redis.ts'
import { CHAT_CHANNEL } from './announce.ts'

const PROCESSES = 2

let server: TestServer
let redis: TestRedis
const parts: RedisPart[] = []
const apps: FastifyInstance[] = []
const addresses: string[] = []
const listeners: Listener[] = []
/** What was told over the database instead. */
const notified: string[] = []

const isThere = () => parts.every((part) => part.isThere())

async function startProcess(): Promise<void> {
  const part = openRedis(redis.url, () => undefined)
  parts.push(part)
  const { config, database, operator, gateways } = server
  const app = await buildApp({ config, database, operator, gateways, redis: part })
  apps.push(app)
  addresses.push(await app.listen({ host: '127.0.0.1', port: 0 }))
}

/** One ear at each process. */
async function follow(customer: Customer): Promise<Listener[]> {
  const ears = addresses.map((address) => new Listener(address))
  listeners.push(...ears)
  for (const ear of ears) await ear.join(PREFIX + customer.guestId)
  return ears
}

async function say(customer: Customer, text: string, at: number): Promise<void> {
  const answer = await fetch(`${addresses[at % PROCESSES]}/api/chat/send-message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'kapao' },
    body: JSON.stringify(bodyOf(customer, textMessage(text))),
  })
  expect(answer.status).toBe(200)
}

async function expectOneOrder(customer: Customer, ears: readonly Listener[], count: number): Promise<void> {
  const order = (await historyOf(server, customer)).toReversed().map((message) => message._id)
  expect(order).toHaveLength(count)
  for (const ear of ears) {
    await until(() => ear.heard.length >= count, 'all of them')
    expect(ear.heard.map((message) => message._id)).toEqual(order)
  }
}

/** Whether what is told of messages came over the database. */
const notifiedOfMessages = () => notified.filter((text) => text.includes('messages')).length

describe.skipIf(!hasRedis)('two processes and a Redis', () => {
  beforeAll(async () => {
    server = await startTestServer()
    await server.set('chatMessagesPerMinute', 10_000)
    redis = await startTestRedis()
    for (let n = 0; n < PROCESSES; n += 1) await startProcess()
    await until(isThere, 'Redis')
    await server.database.listen(CHAT_CHANNEL, (payload) => notified.push(payload ?? ''))
  })
  afterAll(async () => {
    for (const listener of listeners) listener.close()
    for (const app of apps) await app.close()
    for (const part of parts) part.close()
    await redis.kill()
    await server.stop()
  })

  it('hand each message to the sockets of both, once and in one order, and trouble the database with none of it', async () => {
    const customer = newGuest()
    const ears = await follow(customer)
    notified.length = 0
    // Of a conversation that it has not seen yet a process takes the last messages alone.
    await say(customer, 'first', 0)
    await until(() => ears.every((ear) => ear.heard.length === 1), 'the first')
    await Promise.all(Array.from({ length: 40 }, (_, n) => say(customer, `message ${n}`, n)))
    await expectOneOrder(customer, ears, 41)
    expect(notifiedOfMessages()).toBe(0)
  })

  it('emit to a room, wherever its sockets are, each once', async () => {
    const ears = await follow(newGuest())
    const [app] = apps
    app?.sockets.emit('typing', { name: 'Nok' })
    await until(() => ears.every((ear) => ear.hints.length > 0), 'the hint')
    await say(newGuest(), 'something else', 0)
    for (const ear of ears) expect(ear.hints).toEqual([['typing', { name: 'Nok' }]])
  })

  it('lose and double no message when Redis dies in the middle and comes back', async () => {
    const customer = newGuest()
    const ears = await follow(customer)
    const send = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1) await say(customer, `message ${n}`, n)
    }
    await send(0, 10)
    const dying = redis.kill()
    await send(10, 20)
    await dying
    await until(() => !isThere(), 'the end of Redis')
    notified.length = 0
    await send(20, 30)
    expect(notifiedOfMessages()).toBeGreaterThan(0)
    await expectOneOrder(customer, ears, 30)
    await redis.start()
    await send(30, 40)
    await until(isThere, 'Redis')
    await send(40, 50)
    await expectOneOrder(customer, ears, 50)
  })

  it('go on without Redis, say so, and still count wrong passwords together', async () => {
    const ready = async () => (await apps[0]?.inject({ method: 'GET', url: '/readyz' }))?.json()
    const away = async () =>
      /^kapao_redis_away (\d)$/m.exec(
        (await apps[0]?.inject({ method: 'GET', url: '/metrics' }))?.body ?? '',
      )?.[1]
    expect([await ready(), await away()]).toEqual([{ status: 'ready', redis: 'there' }, '0'])
    await redis.kill()
    await until(() => !isThere(), 'the end of Redis')
    expect([await ready(), await away()]).toEqual([{ status: 'ready', redis: 'away' }, '1'])
    const perMinute = server.operator.current().loginTriesPerMinute
    const statuses: number[] = []
    for (let n = 0; n <= perMinute; n += 1) {
      const answer = await fetch(`${addresses[n % PROCESSES]}/api${login.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'kapao' },
        body: JSON.stringify({ username: '0899999999', password: 'guessed-wrong' }),
      })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([...Array.from({ length: perMinute }, () => 401), 429])
    await redis.start()
    await until(isThere, 'Redis')
  })

  it('end when they are told to', async () => {
    const { databaseUrl, filesFolder } = server.config
    const child = fork(new URL('../main-api.ts', import.meta.url), {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis.url,
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        KAPAO_FILES: filesFolder,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  })
})
