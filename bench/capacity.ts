// What does one of each cost? Processor time of the API and of PostgreSQL, and what is written, for each kind of call: figures that a busy
// machine does not change much, as a number of calls a second would. docs/capacity.md reckons with them.
import { randomUUID } from 'node:crypto'
import { type Database, openDatabase } from '../apps/api/src/database/database.ts'
import { AddressLimit } from '../apps/api/src/http/address-limit.ts'
import { openPostgresLimits } from '../apps/api/src/http/postgres-limits.ts'
import { freePort } from '../scripts/free-ports.ts'
import { processesIn } from '../scripts/processes.ts'
import { addMembers, startBenchDatabase, tokenOf } from './bench-database.ts'
import { cpuMs, residentBytes, start } from './processes.ts'

const MEMBERS = 200
const WARM_UP = 300
const CALLS = Number(process.env.KAPAO_BENCH_CALLS ?? 3_000)
const AT_ONCE = 8

const bench = await startBenchDatabase()

/** Of the server with all its backends: those that end take their time along, so nobody connects or leaves meanwhile. */
function postgresCpuMs(cluster: string): number {
  return processesIn(cluster).reduce((sum, { pid }) => sum + cpuMs(pid), 0)
}

interface Figures {
  readonly apiMs: number
  readonly postgresMs: number
  readonly walBytes: number
  readonly grownBytes: number
}

async function measure(
  database: Database,
  cluster: string,
  pid: number | undefined,
  one: (n: number) => Promise<void>,
): Promise<Figures> {
  const times = async (count: number) => {
    let next = 0
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let n = next++; n < count; n = next++) await one(n)
      }),
    )
  }
  const look = async () => {
    const [row] = await database.query<{ wal: number; size: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, pg_database_size(current_database())::float8 as size`,
    )
    return { ...row, api: pid === undefined ? 0 : cpuMs(pid), postgres: postgresCpuMs(cluster) }
  }
  await times(WARM_UP)
  await database.query('checkpoint')
  const before = await look()
  await times(CALLS)
  const after = await look()
  return {
    apiMs: (after.api - before.api) / CALLS,
    postgresMs: (after.postgres - before.postgres) / CALLS,
    walBytes: ((after.wal ?? 0) - (before.wal ?? 0)) / CALLS,
    grownBytes: ((after.size ?? 0) - (before.size ?? 0)) / CALLS,
  }
}

function print(name: string, { apiMs, postgresMs, walBytes, grownBytes }: Figures): void {
  const ms = (time: number) => time.toFixed(2).padStart(8)
  const bytes = (count: number) => count.toFixed(0).padStart(8)
  console.log(
    `${name.padEnd(34)} | ${ms(apiMs)} | ${ms(postgresMs)} | ${bytes(walBytes)} | ${bytes(grownBytes)}`,
  )
}

async function call(base: string, n: number, path: string, body?: object): Promise<void> {
  const response = await fetch(`${base}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-requested-with': 'kapao',
      authorization: `Bearer ${tokenOf(1 + (n % MEMBERS))}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
}

const database = openDatabase(bench.url, 4)
try {
  await addMembers(database, MEMBERS)
  const [row] = await database.query<{ folder: string }>("select current_setting('data_directory') as folder")
  const cluster = row?.folder ?? ''
  const port = await freePort()
  const api = await start('bench/api/kapao-server.ts', { ...bench.environment, PORT: String(port) })
  const base = `http://127.0.0.1:${port}`
  console.log(
    `of ${CALLS} each, ${AT_ONCE} at once: ms of processor time, bytes of write-ahead log and of tables`,
  )
  console.log(`${''.padEnd(34)} |      API | Postgres |      WAL |   tables`)
  const kinds: readonly (readonly [string, (n: number) => Promise<void>])[] = [
    ['a look at the wallet', (n) => call(base, n, '/wallet')],
    ['a page of the statement', (n) => call(base, n, '/statement', { page: 1, limit: 10 })],
    [
      'a transfer into a game',
      (n) => call(base, n, '/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 1 }),
    ],
    ['a withdrawal put on hold', (n) => call(base, n, '/wallet/withdraw', { amount: 100 })],
  ]
  for (const [name, one] of kinds) print(name, await measure(database, cluster, api.pid, one))
  const kept = residentBytes(api.pid) / 1024 / 1024
  console.log(`memory of the API's process after all this: ${kept.toFixed(0)} MB`)
  const addresses = Array.from({ length: 1_000 }, (_, n) => `address-${n}`)
  const bucketOf = (n: number) => addresses[n % addresses.length] ?? ''
  const limits = openPostgresLimits(database)
  print(
    'a hit of a limit, asked each time',
    await measure(database, cluster, undefined, async (n) => {
      await limits.hit(bucketOf(n), 1_000_000)
    }),
  )
  const limit = new AddressLimit(limits)
  print(
    'a hit of a limit, told in a batch',
    await measure(database, cluster, undefined, async (n) => {
      limit.isTooMany(bucketOf(n), 1)
      // Once a second at a thousand requests a second.
      if (n % 1_000 === 999) await limit.exchange()
    }),
  )
  await api.end()
} finally {
  await database.close()
  await bench.stop()
}
