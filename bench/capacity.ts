// What does one of each cost? Processor time of the API and of PostgreSQL, and what is written, for each kind of call: figures that a busy
// machine does not change much, as a number of calls a second would. docs/capacity.md reckons with them.
import { fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../apps/api/src/database.ts'
import { AddressLimit } from '../apps/api/src/http/address-limit.ts'
import { openPostgresLimits } from '../apps/api/src/http/postgres-limits.ts'
import { startDatabase } from '../scripts/database.ts'
import { freePort } from '../scripts/free-ports.ts'
import { processesIn } from '../scripts/processes.ts'
import { repositoryRoot } from '../scripts/settings.ts'

const MEMBERS = 200
const WARM_UP = 300
const CALLS = Number(process.env.KAPAO_BENCH_CALLS ?? 3_000)
const AT_ONCE = 8
const MS_PER_TICK = 10

const folder = mkdtempSync(join(tmpdir(), 'kapao-capacity-'))
chmodSync(folder, 0o711)
const server = await startDatabase({
  dataFolder: folder,
  log: openSync(join(folder, 'postgresql.log'), 'a'),
  say: () => {},
  started: () => {},
  lost: (reason) => console.error(`the database is lost: ${reason}`),
  temporary: true,
})
const url = await server.open('kapao_bench')
const environment = { ...process.env, DATABASE_URL: url, KAPAO_REGION: 'th', KAPAO_LOG_LEVEL: 'warn' }

const tokenOf = (n: number) => `capacity-token-${String(n).padStart(8, '0')}`

async function prepare(database: Database): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = fork(join(repositoryRoot, 'apps/api/src/main-migrate.ts'), {
      env: environment,
      stdio: 'ignore',
    })
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`migrate ended with ${code}`))))
  })
  await database.query(
    `insert into member (public_id, name, username, password_hash, currency, bank_code, bank_account_name, bank_account_no)
     select 'b' || n, 'Bench', 'b' || n, '', 'THB', 'SCB', 'BENCH', 'b' || n from generate_series(1, ${MEMBERS}) n`,
  )
  await database.query(
    `insert into ledger_account (kind, member_id, currency, balance_minor, version)
     select k, m.id, 'THB', 0, 0 from member m, (values ('wallet'), ('hold')) v(k) where m.username like 'b%'`,
  )
  await database.query(
    `select ledger_post(row('bench', a.id::text, ledger_house_account('bank', 'BENCH', 'THB'), a.id, 100000000000)::ledger_posting)
     from ledger_account a where a.kind = 'wallet' and a.member_id in (select id from member where username like 'b%')`,
  )
  await database.query(
    `insert into game_account (member_id, game_code, username, sealed_password)
     select id, 'PG', 'bench' || id, '' from member where username like 'b%'`,
  )
  for (let n = 0; n < MEMBERS; n += 1) {
    await database.query(
      'insert into session (token_hash, member_id) select $1, id from member where username = $2',
      [createHash('sha256').update(tokenOf(n)).digest(), `b${n + 1}`],
    )
  }
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

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
      authorization: `Bearer ${tokenOf(n % MEMBERS)}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
}

const database = openDatabase(url, 4)
try {
  await prepare(database)
  const [row] = await database.query<{ folder: string }>("select current_setting('data_directory') as folder")
  const cluster = row?.folder ?? ''
  const port = await freePort()
  const api = fork(join(import.meta.dirname, 'ledger-server.ts'), {
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await new Promise((resolve) => api.once('message', resolve))
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
  const kept = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1]) / 1024
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
      if (n % 1_000 === 999) await limit.exchange(1)
    }),
  )
  api.disconnect()
} finally {
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
