import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeThaiBillPayment } from '@kapao/emv/thai-qr'
import { fromWire, ZERO } from '@kapao/money/minor'
import * as v from 'valibot'
import { type Sandbox, startSandbox } from './sandbox.ts'
import type { Clock } from './timing.ts'
import type { Region } from './world.ts'

export const TEST_SECRET = 'feed-secret-of-a-test'

export type Webhook = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** The operator's server as the feed sees it: keeps what came, and answers what it is told to. */
async function startReceiver() {
  const state = { status: 200, received: [] as Webhook[] }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      state.received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      response.writeHead(state.status).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address !== 'string' ? address.port : 0
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { state, stop, url: `http://127.0.0.1:${port}` }
}

const answerShape = v.record(v.string(), v.unknown())
export type Answer = { readonly status: number; readonly body: Record<string, unknown> }

type Wait = { readonly dueAtMs: number; readonly work: () => void }

/** A clock whose time passes when a test says so, and never else: what takes seconds stays as it is until then, however busy the machine is. */
class HandClock implements Clock {
  #nowMs = Date.now()
  readonly #waits = new Set<Wait>()

  now(): number {
    return this.#nowMs
  }

  after(durationMs: number, work: () => void): () => void {
    const wait = { dueAtMs: this.now() + durationMs, work }
    this.#waits.add(wait)
    return () => this.#waits.delete(wait)
  }

  /** Whatever falls due is looked for at once. */
  every(_durationMs: number, work: () => void): () => void {
    const timer = setInterval(work, 5)
    return () => clearInterval(timer)
  }

  pass(durationMs: number): void {
    this.#nowMs += durationMs
    for (const wait of [...this.#waits].filter(({ dueAtMs }) => dueAtMs <= this.now())) {
      this.#waits.delete(wait)
      wait.work()
    }
  }

  /** To the moment at which the next of the waits is over; nothing passes while nobody waits. */
  passToNext(): void {
    if (this.#waits.size > 0)
      this.pass(Math.min(...[...this.#waits].map(({ dueAtMs }) => dueAtMs)) - this.#nowMs)
  }
}

/** A sandbox on a free port with a data folder of its own, and a receiver for its feed. */
export async function sandboxForTests(region: Region = 'th', gatewaySecret?: string) {
  const clock = new HandClock()
  const dataDir = mkdtempSync(join(tmpdir(), 'kapao-sandbox-'))
  const receiver = await startReceiver()
  const start = (): Promise<Sandbox> =>
    startSandbox({
      ...{ port: 0, dataDir, region, apiUrl: receiver.url },
      feedSecret: TEST_SECRET,
      ...(gatewaySecret && { gatewaySecret }),
      timeScale: 1,
      clock,
    })
  let sandbox = await start()

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const options = body === undefined ? {} : { body: text, headers: { 'content-type': 'application/json' } }
    const answer = await fetch(sandbox.url + path, { method, ...options })
    return { status: answer.status, body: v.parse(answerShape, await answer.json()) }
  }

  return {
    call,
    receiver: receiver.state,
    url: (): string => sandbox.url,
    get: (path: string): Promise<Answer> => call('GET', path),
    post: (path: string, body: unknown = {}): Promise<Answer> => call('POST', path, body),
    fault: (target: string, fault: string, times?: number): Promise<Answer> =>
      call('POST', '/control/faults', times === undefined ? { target, fault } : { target, fault, times }),
    now: (): number => clock.now(),
    pass: (durationMs: number): void => clock.pass(durationMs),
    /** What a call answers that hangs: as much time passes as it waits for, and no more. */
    outlast: async <T>(call: Promise<T>): Promise<T> => {
      let isAnswered = false
      const answered = call.finally(() => {
        isAnswered = true
      })
      while (!isAnswered) {
        clock.passToNext()
        await new Promise(setImmediate)
      }
      return answered
    },
    restart: async (): Promise<void> => {
      await sandbox.close()
      sandbox = await start()
    },
    stop: async (): Promise<void> => {
      await sandbox.close()
      receiver.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestSandbox = Awaited<ReturnType<typeof sandboxForTests>>

export const OPERATOR = { bankCode: 'KBANK', bankAccountNo: '0099000011', bankAccountName: 'KAPAO CO' }
export const MEMBER = { bankCode: 'SCB', bankAccountNo: '0011223344', bankAccountName: 'SOMCHAI JAIDEE' }

export const QR_LIFE_MS = 60_000
let lastOrder = 0

/** An order for a Thai QR whose payload fits it. */
export function qrOrder(amount = 150.25, expiresAtMs = Date.now() + QR_LIFE_MS) {
  lastOrder += 1
  const reference = `DEP${lastOrder}`
  const money = fromWire(amount) ?? ZERO
  return {
    ...{ orderId: `order-${lastOrder}`, provider: 'KBANK', reference, amount, currency: 'THB', to: OPERATOR },
    expiresAt: new Date(expiresAtMs).toISOString(),
    payload: writeThaiBillPayment({ billerId: '010753600031508', reference, amount: money }),
  }
}
