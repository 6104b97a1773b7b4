// The crowd, in a process of its own: it asks at a steady rate, whether it is answered or not, or as many at once as it is told to. It speaks
// to 127.0.0.1 alone, for as long as it is told, and stops when its parent is gone.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counting, type Seen, type Tally } from './answers.ts'

export interface Order {
  readonly port: number
  readonly tokens: readonly string[]
  readonly seconds: number
  /** Requests a second, or so many at a time, each as soon as the one before is answered. */
  readonly rate?: number
  readonly atOnce?: number
}

export interface Report {
  readonly tally: Tally
  /** Calls that were due and not sent, because too many were open. */
  readonly unsent: number
  /** The times (ms) of all answers that came in each tenth of the time, in order. */
  readonly tenths: readonly (readonly number[])[]
  /** How late (ms, p99) the crowd itself came to do anything: its times are no less wrong than that. */
  readonly lateMs: number
  /** Keys of the calls that move money, by what their client knows. */
  readonly keysDone: readonly string[]
  readonly keysTurnedAway: readonly string[]
}

/** It ends what hangs; what came late is judged by its time. */
const PATIENCE_MS = 60_000
const TICK_MS = 10
const MOST_RATE = 20_000
const MOST_SECONDS = 120
/** More than that are not open at once, whatever the rate: the crowd must not run out of ports before the server runs out of time. */
const MOST_OPEN = 4_000

const PHONES = 16_384

interface Asking {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly body?: string
  readonly key?: string
}

/** Nine looks for one transfer, in turns into the game and out of it: members in turn for the looks, and in turn for the transfers. */
function askingOf(n: number, tokens: readonly string[]): Asking {
  const isTransfer = n % 10 === 9
  const token = tokens[(isTransfer ? Math.floor(n / 10) : n) % tokens.length] ?? ''
  if (isTransfer) {
    const isIn = Math.floor(n / 10 / tokens.length) % 2 === 0
    const [from, to] = isIn ? ['WALLET', 'PG'] : ['PG', 'WALLET']
    return {
      method: 'POST',
      path: '/api/wallet/transfer',
      token,
      body: JSON.stringify({ from, to, amount: 1 }),
      key: randomUUID(),
    }
  }
  if (n % 5 === 3) return { method: 'POST', path: '/api/statement', token, body: '{"page":1,"limit":10}' }
  return { method: 'GET', path: '/api/wallet', token }
}

function codeIn(text: string): string {
  try {
    const json: unknown = JSON.parse(text)
    const message: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'message') : ''
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}

function send(
  agent: Agent,
  port: number,
  n: number,
  { method, path, token, body, key }: Asking,
): Promise<Seen> {
  const startedAt = performance.now()
  const since = () => performance.now() - startedAt
  return new Promise((resolve) => {
    const outgoing = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: {
        'x-requested-with': 'kapao',
        authorization: `Bearer ${token}`,
        // Of so many phones in turn, as behind a balancer: the limit of one address is not what is tried here.
        'x-forwarded-for': `10.0.${(n >> 8) & (PHONES / 256 - 1)}.${n & 255}`,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    })
    const lose = (why: string) => resolve({ status: null, code: why, ms: since(), retryAfter: undefined })
    outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error('time is over')))
    outgoing.once('error', (error) => lose('code' in error ? String(error.code) : error.message))
    outgoing.once('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.once('error', () => lose('half an answer'))
      answer.once('end', () => {
        const { statusCode: status = 0, headers } = answer
        const code = status < 400 ? '' : codeIn(text)
        resolve({ status, code, ms: since(), retryAfter: headers['retry-after'] })
      })
    })
    outgoing.end(body)
  })
}

async function crowd({ port, tokens, seconds, rate = 0, atOnce = 0 }: Order): Promise<Report> {
  if (rate > MOST_RATE || seconds > MOST_SECONDS) throw new Error('that is more than a proof may ask for')
  // Lines are kept, as browsers and balancers keep theirs. Node's agent would hang up on all but 256 that are free, and make most calls on new ones.
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_OPEN, maxFreeSockets: MOST_OPEN })
  const counting = new Counting()
  const [keysDone, keysTurnedAway]: [string[], string[]] = [[], []]
  const delay = monitorEventLoopDelay({ resolution: TICK_MS })
  delay.enable()
  const open = new Set<Promise<void>>()
  const endsAt = performance.now() + seconds * 1_000
  const tenths = Array.from({ length: 10 }, (): number[] => [])
  const tenthNow = () =>
    Math.min(9, Math.max(0, 9 - Math.floor(((endsAt - performance.now()) * 10) / (seconds * 1_000))))
  let n = 0
  const one = async () => {
    const asking = askingOf(n, tokens)
    n += 1
    const seen = await send(agent, port, n, asking)
    counting.add(seen)
    tenths[tenthNow()]?.push(seen.ms)
    if (asking.key !== undefined && seen.status === 200) keysDone.push(asking.key)
    if (asking.key !== undefined && seen.status === 503) keysTurnedAway.push(asking.key)
  }
  const inTurn = async () => {
    while (performance.now() < endsAt) await one()
  }
  await Promise.all(Array.from({ length: atOnce }, inTurn))
  const unsent = rate > 0 ? await steadily(rate, endsAt, open, one) : 0
  await Promise.all(open)
  agent.destroy()
  delay.disable()
  const lateMs = delay.percentile(99) / 1e6
  return {
    tally: counting.tally(),
    unsent,
    tenths: tenths.map((times) => times.toSorted((one, other) => one - other)),
    lateMs,
    keysDone,
    keysTurnedAway,
  }
}

/** Says how many it could not send. */
function steadily(
  rate: number,
  endsAt: number,
  open: Set<Promise<void>>,
  one: () => Promise<void>,
): Promise<number> {
  const startedAt = performance.now()
  let asked = 0
  let unsent = 0
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now()
      if (now >= endsAt) {
        clearInterval(timer)
        return resolve(unsent)
      }
      const due = Math.floor(((now - startedAt) * rate) / 1_000)
      for (; asked < due; asked += 1) {
        if (open.size >= MOST_OPEN) {
          unsent += 1
          continue
        }
        const asking = one()
        open.add(asking)
        asking.finally(() => open.delete(asking))
      }
    }, TICK_MS)
  })
}

process.on('disconnect', () => process.exit(0))
process.on('message', (order: Order) => {
  crowd(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
