import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, Server, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { freePort } from '../../../../scripts/free-ports.ts'
import { until } from '../../test/chat.ts'
import { connectionOptions, keepLines } from './connections.ts'
import { closeListening, listenAt, portOf } from './listen.ts'

const HOST = '127.0.0.1'
const apps: FastifyInstance[] = []
const lines: Socket[] = []
afterEach(async () => {
  for (const line of lines.splice(0)) line.destroy()
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

/** An app with a call that is answered at once, and one that is answered when `answer` is called. */
async function start({ port = 0, most = 1_000, trustedProxies = [HOST] } = {}) {
  const app = Fastify(connectionOptions)
  closeListening(app)
  apps.push(app)
  keepLines(app, { most, trustedProxies })
  const waiting: (() => void)[] = []
  app.get('/quick', async () => 'quick')
  app.get('/slow', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return 'slow'
  })
  await listenAt(app, { host: HOST, port })
  const answer = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return { app, port: portOf(app.server), waiting, answer }
}

async function openLine(port: number, localAddress = HOST): Promise<Socket> {
  const line = connect({ port, host: HOST, localAddress })
  line.on('error', () => undefined)
  line.resume()
  lines.push(line)
  await once(line, 'connect')
  return line
}
const openLines = (port: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => openLine(port)))
const stillOpen = (some: readonly Socket[]) => some.filter((line) => !line.destroyed).length

async function ask(port: number, path: string, agent: Agent): Promise<string> {
  const [answer]: IncomingMessage[] = await once(get({ host: HOST, port, path, agent }), 'response')
  let text = ''
  for await (const part of answer ?? []) text += part
  return text
}

/** Those that the HTTP server's own socket took. */
function ownLines(app: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

it('answers on each of its sockets, and again on the same lines', async () => {
  const { app, port } = await start()
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(Array.from({ length: 64 }, () => ask(port, '/quick', agent)))
    expect(new Set(answers)).toEqual(new Set(['quick']))
  }
  // Linux deals lines out by their addresses: one socket of so many never has half of them.
  expect(await ownLines(app)).toBeLessThan(32)
  agent.destroy()
})

it('has one limit of open lines for all its sockets, and a line that ends makes room', async () => {
  const { app, port } = await start({ most: 20 })
  const first = await openLines(port, 60)
  await until(() => stillOpen(first) <= 20, 'the lines over the limit are hung up on')
  expect(stillOpen(first)).toBe(20)
  expect(await ownLines(app)).toBeLessThan(20)
  for (const line of first) line.destroy()
  const agent = new Agent()
  await until(
    () =>
      ask(port, '/quick', agent).then(
        (text) => text === 'quick',
        () => false,
      ),
    'there is room again',
  )
})

it('has half of all lines for one caller, and for a balancer as many as there are', async () => {
  const { port } = await start({ most: 20 })
  const one = await Promise.all(Array.from({ length: 15 }, () => openLine(port, '127.0.0.2')))
  await until(() => stillOpen(one) <= 10, 'what is more than half is hung up on')
  expect(stillOpen(one)).toBe(10)
  const balancer = await openLines(port, 10)
  expect(await ask(port, '/quick', new Agent({ localAddress: '127.0.0.1' })).catch(() => 'hung up')).toBe(
    'hung up',
  )
  expect(stillOpen(balancer)).toBe(10)
  for (const line of [...one, ...balancer]) line.destroy()
  const again: Socket[] = []
  await until(async () => {
    again.push(await openLine(port, '127.0.0.2'))
    return stillOpen(again) === 10
  }, 'a line that ends makes room for its caller')
})

it('closes with every call answered that is inside, and hangs up on who only keeps a line', async () => {
  const { app, port, waiting, answer } = await start({ port: await freePort() })
  const agent = new Agent({ keepAlive: true, maxSockets: 24 })
  const idle = await openLines(port, 24)
  const slow = Array.from({ length: 24 }, () => ask(port, '/slow', agent))
  await until(() => waiting.length === 24, 'all are inside')
  let isClosed = false
  const closing = app.close().then(() => {
    isClosed = true
  })
  await until(() => stillOpen(idle) === 0, 'the idle ones are hung up on')
  expect(isClosed).toBe(false)
  answer()
  expect(new Set(await Promise.all(slow))).toEqual(new Set(['slow']))
  agent.destroy()
  await closing
  await expect(openLine(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it('lets nobody else onto its port, and goes from it whole', async () => {
  const nameless = await start()
  const second = start({ port: nameless.port })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const port = await freePort()
  const { app } = await start({ port })
  const third = start({ port })
  await expect(third).rejects.toThrow(`another Kapao listens on ${HOST}:${port}`)
  await app.close()
  const fourth = await start({ port })
  await fourth.app.close()
})

it('of two that start in the same moment one has the port', async () => {
  const port = await freePort()
  const both = await Promise.allSettled([start({ port }), start({ port })])
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('listens with one socket where the system lets it have no name', async () => {
  const port = await freePort()
  const { listen } = Server.prototype
  const refused = Object.assign(new Error('not here'), { code: 'EPERM' })
  const listening = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args) {
    if (!JSON.stringify(args).includes('kapao')) return Reflect.apply(listen, this, args)
    process.nextTick(() => this.emit('error', refused))
    return this
  })
  const alone = await start({ port })
  listening.mockRestore()
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  await Promise.all(Array.from({ length: 64 }, () => ask(port, '/quick', agent)))
  expect(await ownLines(alone.app)).toBe(64)
  agent.destroy()
  await expect(start({ port })).rejects.toThrow()
})

it('hangs up on who comes by its name: they would keep it from going', async () => {
  const port = await freePort()
  const named = await start({ port })
  const line = connect({ path: `\0kapao ${HOST}:${port}` })
  lines.push(line)
  line.resume()
  await once(line, 'close')
  await named.app.close()
})
