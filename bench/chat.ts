// Does the chat lose or double anything under load, and what does it cost? A thousand sockets and fifty messages a second for a minute against
// the real server on a real database, and the same against a bare socket.io echo, in one run. `--short`: 200 sockets for ten seconds.
// Fails when one message is lost, doubled or out of order in the history.
import { cpus, loadavg } from 'node:os'
import { startBenchDatabase } from './bench-database.ts'
import type { Load } from './chat-load.ts'
import { type Measured, measureEcho, measureKeptEcho, measureOurs } from './chat-sides.ts'

const isShort = process.argv.includes('--short')
const load: Load = isShort
  ? { sockets: 200, perSecond: 50, seconds: 10 }
  : { sockets: 1_000, perSecond: 50, seconds: 60 }
const MB = 1024 * 1024

const database = await startBenchDatabase()

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
  const ours = await measureOurs(database, load)
  print('Kapao', ours)
  print('bare socket.io echo', await measureEcho(load))
  print('echo, a row on disk', await measureKeptEcho(database, load))
  if (ours.lost + ours.doubled + ours.failed > 0) process.exitCode = 1
} finally {
  await database.stop()
}
