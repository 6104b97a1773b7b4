// Does the chat lose or double anything under load, and what does it cost? A thousand sockets and fifty messages a second for a minute against
// the real server on a real database, and the same against a bare socket.io echo, in one run. `--short`: 200 sockets for ten seconds.
// Fails when one message is lost, doubled or out of order in the history.
import { execFile, fork } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../apps/api/src/database.ts'
import { startDatabase } from '../scripts/database.ts'
import { freePort } from '../scripts/free-ports.ts'
import { repositoryRoot } from '../scripts/settings.ts'
import { type Line, type Load, type Outcome, soak } from './chat-load.ts'

const isShort = process.argv.includes('--short')
const load: Load = isShort
  ? { sockets: 200, perSecond: 50, seconds: 10 }
  : { sockets: 1_000, perSecond: 50, seconds: 60 }
const MB = 1024 * 1024

const folder = mkdtempSync(join(tmpdir(), 'kapao-bench-chat-'))
const server = await startDatabase({
  dataFolder: folder,
  log: openSync(join(folder, 'postgresql.log'), 'a'),
  say: () => {},
  started: () => {},
  lost: (reason) => console.error(`the database is lost: ${reason}`),
  temporary: true,
})
const url = await server.open('kapao_bench')
const environment = {
  ...process.env,
  DATABASE_URL: url,
  KAPAO_REGION: 'th',
  KAPAO_LOG_LEVEL: 'warn',
  KAPAO_DATA: folder,
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}

/** User and system time so far. Unlike a delay it says the same on a machine that is busy with other things. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const TICKS_PER_SECOND = 100
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
}

interface Started {
  readonly pid: number
  readonly word: unknown
  end(): void
}

function start(path: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const child = fork(join(repositoryRoot, path), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${path} ended with ${code}`)))
    child.once('message', (word) => resolve({ pid: child.pid ?? 0, word, end: () => child.kill('SIGTERM') }))
  })
}

interface Measured extends Outcome {
  readonly idle: number
  readonly peak: number
  /** Of the server's process, for each message, connecting included. */
  readonly cpuMsEach: number
}

async function measure(line: Line, pid: number): Promise<Measured> {
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

async function measureOurs(): Promise<Measured> {
  await promisify(execFile)(process.execPath, [join(repositoryRoot, 'apps/api/src/main-migrate.ts')], {
    env: environment,
  })
  const database = openDatabase(url, 2)
  // All guests come from this one address.
  await database.query(`update operator_setting set value = '1000000' where name = 'chatNewGuestsPerMinute'`)
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
        const response = await fetch(`${address}/api/chat/send-message`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-requested-with': 'kapao' },
          body: JSON.stringify({
            clientId,
            guestId,
            message: { message_type: 'text', payload: { text: `สวัสดี ${clientId}` } },
          }),
        })
        if (!response.ok) throw new Error(await response.text())
        await response.arrayBuffer()
      },
    },
    api.pid,
  )
  const [kept] = await database.query<{ messages: number; late: number }>(
    `select count(*)::int as messages, count(*) filter (where created_at <= before)::int as late
     from (select created_at, lag(created_at) over (partition by conversation_id order by seq) as before from chat_message) m`,
  )
  await database.close()
  api.end()
  if (kept?.messages !== measured.sent || kept.late > 0)
    throw new Error(`${kept?.messages} of ${measured.sent} messages are kept, ${kept?.late} out of order`)
  return measured
}

async function measureEcho(): Promise<Measured> {
  const echo = await start('bench/chat-echo.ts', { ...process.env })
  const port: unknown =
    typeof echo.word === 'object' && echo.word !== null ? Reflect.get(echo.word, 'port') : 0
  const measured = await measure(
    {
      address: `http://127.0.0.1:${String(port)}`,
      roomOf: (guestId) => guestId,
      async say(guestId, clientId, from) {
        from.emit('say', guestId, { clientId })
      },
    },
    echo.pid,
  )
  echo.end()
  return measured
}

function print(
  name: string,
  { sent, failed, expected, lost, doubled, p50, p99, worst, idle, peak, cpuMsEach }: Measured,
) {
  const ms = (time: number) => time.toFixed(1).padStart(7)
  const mb = (bytes: number) => (bytes / MB).toFixed(0).padStart(4)
  const figures = [sent, failed, expected, lost, doubled].map((figure) => String(figure).padStart(7))
  console.log(
    [name.padEnd(20), ...figures, ms(p50), ms(p99), ms(worst), mb(idle), mb(peak), ms(cpuMsEach)].join(' | '),
  )
}

try {
  const [busy = 0] = loadavg()
  console.log(`${cpus().length} cores, load ${busy.toFixed(1)} before the start`)
  console.log(
    `${load.sockets} sockets, ${load.perSecond} messages a second for ${load.seconds} s; delivery in ms, memory in MB, CPU in ms`,
  )
  console.log(
    `${''.padEnd(20)} |    sent |  failed |  to hear|    lost | doubled |     p50 |     p99 |   worst | idle | peak | CPU each`,
  )
  const ours = await measureOurs()
  print('Kapao', ours)
  print('bare socket.io echo', await measureEcho())
  if (ours.lost + ours.doubled + ours.failed > 0) process.exitCode = 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
