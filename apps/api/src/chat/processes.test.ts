import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
import { startTestServer, type TestServer } from '../../test/server.ts'

/** A server process as `npm start` starts it, on the test's database. */
class ApiProcess {
  readonly port: number
  private child: ChildProcess | null = null

  constructor(port: number) {
    this.port = port
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const { databaseUrl, filesFolder } = server.config
    const child = fork(new URL('../main-api.ts', import.meta.url), {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        HOST: '127.0.0.1',
        PORT: String(this.port),
        KAPAO_FILES: filesFolder,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.child = child
    await once(child, 'message')
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { child } = this
    if (child?.kill(signal)) await once(child, 'exit')
    this.child = null
  }

  say(customer: Customer, text: string, clientId: string = randomUUID()): Promise<Response> {
    return fetch(`${this.address}/api/chat/send-message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'kapao' },
      body: JSON.stringify(bodyOf(customer, textMessage(text), clientId)),
    })
  }
}

let server: TestServer
let one: ApiProcess
let two: ApiProcess
const listeners: Listener[] = []

beforeAll(async () => {
  server = await startTestServer()
  await server.set('chatMessagesPerMinute', 10_000)
  one = new ApiProcess(await freePort())
  two = new ApiProcess(await freePort())
  await Promise.all([one.start(), two.start()])
})
afterAll(async () => {
  for (const listener of listeners) listener.close()
  await Promise.all([one.end('SIGKILL'), two.end('SIGKILL')])
  await server.stop()
})

/** As the wallet does: joins again and fetches what it missed whenever the line is back, and drops what it has. */
function follow(customer: Customer, process: ApiProcess): { listener: Listener; texts: () => string[] } {
  const listener = new Listener(process.address, undefined, {
    reconnectionDelay: 100,
    reconnectionDelayMax: 200,
  })
  listeners.push(listener)
  const catchUp = async () => {
    await listener.join(PREFIX + customer.guestId)
    const known = new Set(listener.heard.map((message) => message._id))
    const missed = (await historyOf(server, customer)).filter((message) => !known.has(message._id))
    listener.heard.push(...missed)
  }
  listener.socket.on('connect', () => {
    catchUp().catch(() => undefined)
  })
  const texts = () => {
    const byId = new Map(listener.heard.map((message) => [message._id, message]))
    const inOrder = [...byId.values()].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    return inOrder.map((message) => String(Reflect.get(Object(message.message.payload), 'text')))
  }
  return { listener, texts }
}

it('two processes deliver to each other’s sockets, in one order', async () => {
  const customer = newGuest()
  const ears = [new Listener(one.address), new Listener(two.address)]
  listeners.push(...ears)
  for (const ear of ears) await ear.join(PREFIX + customer.guestId)
  // Of a conversation that it has not seen yet a process takes the last messages alone.
  expect((await one.say(customer, 'first')).status).toBe(200)
  await until(() => ears.every((ear) => ear.heard.length === 1), 'the first')
  const said = Array.from({ length: 40 }, (_one, at) => (at % 2 ? one : two).say(customer, `message ${at}`))
  for (const response of await Promise.all(said)) expect(response.status).toBe(200)
  const order = (await historyOf(server, customer)).toReversed().map((message) => message._id)
  for (const ear of ears) {
    await until(() => ear.heard.length === 41, 'all forty more')
    expect(ear.heard.map((message) => message._id)).toEqual(order)
  }
})

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'a process that is ended by %s and started again in the middle loses and doubles nothing',
  async (signal) => {
    const customer = newGuest()
    const { listener, texts } = follow(customer, one)
    await until(() => listener.socket.connected, 'the line')
    /** As the wallet does: the same clientId until there is an answer. */
    const sayUntilHeard = async (text: string) => {
      const clientId = randomUUID()
      await until(async () => {
        const response = await one.say(customer, text, clientId).catch(() => null)
        return response?.status === 200
      }, text)
    }
    const expected = Array.from({ length: 30 }, (_one, at) => `message ${at}`)
    const restarting = (async () => {
      await until(() => texts().length >= 5, 'a few messages')
      await one.end(signal)
      await one.start()
    })()
    for (const text of expected) await sayUntilHeard(text)
    await restarting
    await until(() => texts().length === 30, 'all thirty')
    expect(texts()).toEqual(expected)
    expect(await historyOf(server, customer)).toHaveLength(30)
  },
)
