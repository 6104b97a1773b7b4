// The chat's real server and a bare socket.io echo under the same load.
import { once } from 'node:events'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { openDatabase } from '../apps/api/src/database/database.ts'
import { freePort } from '../scripts/free-ports.ts'
import { type BenchDatabase, liftLimits } from './bench-database.ts'
import { type Line, type Load, type Outcome, soak } from './chat-load.ts'
import { cpuMs, residentBytes, start } from './processes.ts'

export interface Measured extends Outcome {
  readonly idle: number
  readonly peak: number
  /** Of the server's process, for each message, connecting included. */
  readonly cpuMsEach: number
}

async function measure(line: Line, pid: number, load: Load): Promise<Measured> {
  const idle = residentBytes(pid)
  const before = cpuMs(pid)
  let peak = idle
  const look = () => {
    peak = Math.max(peak, residentBytes(pid))
  }
  const timer = setInterval(look, 250)
  const outcome = await soak(line, load, look)
  clearInterval(timer)
  return { ...outcome, idle, peak, cpuMsEach: (cpuMs(pid) - before) / outcome.sent }
}

const agent = new Agent({ keepAlive: true })

/** By node:http, which takes less than fetch of the processors that it shares with what is measured. */
async function post(url: string, body: string, headers: OutgoingHttpHeaders = {}): Promise<void> {
  const asked = request(url, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-requested-with': 'kapao',
      ...headers,
    },
  })
  asked.end(body)
  const [response]: IncomingMessage[] = await once(asked, 'response')
  const answer = response ? await text(response) : ''
  if (response?.statusCode !== 200) throw new Error(answer)
}

/** Against the real server. Throws when the history holds other than what was said, or in another order. */
export async function measureOurs({ url, environment }: BenchDatabase, load: Load): Promise<Measured> {
  const database = openDatabase(url, 2)
  await liftLimits(database)
  const [before] = await database.query<{ messages: number }>(
    'select count(*)::int as messages from chat_message',
  )
  const port = await freePort()
  const api = await start('apps/api/src/main-api.ts', {
    ...environment,
    HOST: '127.0.0.1',
    PORT: String(port),
  })
  const address = `http://127.0.0.1:${port}`
  const measured = await measure(
    {
      address,
      roomOf: (guestId) => `kapao-${guestId}`,
      async say(guestId, clientId) {
        await post(
          `${address}/api/chat/send-message`,
          JSON.stringify({
            clientId,
            guestId,
            message: { message_type: 'text', payload: { text: `สวัสดี ${clientId}` } },
          }),
        )
      },
    },
    api.pid,
    load,
  )
  const [kept] = await database.query<{ messages: number; late: number }>(
    `select count(*)::int as messages, count(*) filter (where created_at <= before)::int as late
     from (select created_at, lag(created_at) over (partition by conversation_id order by seq) as before from chat_message) m`,
  )
  await database.close()
  await api.end()
  const added = (kept?.messages ?? 0) - (before?.messages ?? 0)
  if (added !== measured.sent || kept?.late !== 0)
    throw new Error(`${added} of ${measured.sent} messages are kept, ${kept?.late} out of order`)
  return measured
}

async function startEcho(environment: NodeJS.ProcessEnv) {
  const echo = await start('bench/chat-echo.ts', environment)
  const port: unknown =
    typeof echo.word === 'object' && echo.word !== null ? Reflect.get(echo.word, 'port') : 0
  return { echo, address: `http://127.0.0.1:${String(port)}` }
}

const roomOf = (guestId: string) => guestId

/** Against an echo that keeps nothing and checks nobody. */
export async function measureEcho(load: Load): Promise<Measured> {
  const { echo, address } = await startEcho({ ...process.env })
  const say: Line['say'] = async (guestId, clientId, from) => {
    from.emit('say', guestId, { clientId })
  }
  const measured = await measure({ address, roomOf, say }, echo.pid, load)
  await echo.end()
  return measured
}

/** Against an echo that checks nobody, and has one row of each message on disk before anybody hears it. */
export async function measureKeptEcho({ url, environment }: BenchDatabase, load: Load): Promise<Measured> {
  const database = openDatabase(url, 1)
  await database.query('create table if not exists bench_message (id bigserial primary key, body jsonb)')
  await database.close()
  const { echo, address } = await startEcho({ ...environment, DATABASE_URL: url })
  const say: Line['say'] = (guestId, clientId) =>
    post(`${address}/say`, JSON.stringify({ clientId }), { 'x-room': guestId })
  const measured = await measure({ address, roomOf, say }, echo.pid, load)
  await echo.end()
  return measured
}
