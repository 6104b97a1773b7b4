// How fast is money moved? The same double-entry movement between random members, on one PostgreSQL in one run: by pgbench (when
// it is there), from Node straight, and through our HTTP call. Prints movements a second and each one's share of pgbench's.
import { execFile, fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, openSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { openDatabase } from '../apps/api/src/database.ts'
import { startDatabase } from '../scripts/database.ts'
import { freePort } from '../scripts/free-ports.ts'
import { repositoryRoot } from '../scripts/settings.ts'

const run = promisify(execFile)
const CLIENTS = [1, 8, 32]
const SECONDS = Number(process.env.KAPAO_BENCH_SECONDS ?? 8)
const MEMBERS = 1_000

const folder = mkdtempSync(join(tmpdir(), 'kapao-bench-'))
const server = await startDatabase({
  dataFolder: folder,
  log: openSync(join(folder, 'postgresql.log'), 'a'),
  say: () => {},
  started: () => {},
  lost: (reason) => console.error(`the database is lost: ${reason}`),
  temporary: true,
})
const url = await server.open('kapao_bench')

async function prepare(): Promise<void> {
  await run(process.execPath, [join(repositoryRoot, 'apps/api/src/main-migrate.ts')], {
    env: { ...process.env, DATABASE_URL: url, KAPAO_REGION: 'th' },
  })
  const database = openDatabase(url, 2)
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
  for (let n = 1; n <= MEMBERS; n += 1) {
    await database.query(
      `insert into session (token_hash, member_id) select $1, id from member where username = $2`,
      [createHash('sha256').update(tokenOf(n)).digest(), `b${n}`],
    )
  }
  // What the six statements work on: the same rows with the same indexes, without constraints that only our function needs.
  await database.query(
    `create table bench_account as select id, balance_minor from ledger_account where kind = 'wallet' order by id limit ${MEMBERS}`,
  )
  await database.query('alter table bench_account add primary key (id)')
  await database.query(
    'create table bench_movement (id bigint generated always as identity primary key, from_account bigint, to_account bigint, amount_minor bigint, reference text unique)',
  )
  await database.query(
    'create table bench_entry (id bigint generated always as identity primary key, account_id bigint, amount_minor bigint, reference bigint)',
  )
  await database.query('create index on bench_entry (account_id, id)')
  await database.close()
}

function tokenOf(n: number): string {
  return `bench-token-${String(n).padStart(8, '0')}`
}

const sixStatements = (first: number, last: number) => `
\\set a random(${first}, ${last})
\\set b random(${first}, ${last})
\\set low least(:a, :b)
\\set high greatest(:a, :b)
\\set r random(1, 1000000000000000)
BEGIN;
UPDATE bench_account SET balance_minor = balance_minor - 100 WHERE id = :low;
UPDATE bench_account SET balance_minor = balance_minor + 100 WHERE id = :high;
INSERT INTO bench_movement (from_account, to_account, amount_minor, reference) VALUES (:a, :b, 100, :r::bigint || '-' || :client_id::int);
INSERT INTO bench_entry (account_id, amount_minor, reference) VALUES (:a, -100, :r::bigint), (:b, 100, :r::bigint);
END;
`

async function byPgbench(clients: number, script: string): Promise<number | null> {
  const path = join(folder, 'movement.sql')
  writeFileSync(path, script)
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(SECONDS),
    '-f',
    path,
    url,
  ]
  try {
    const { stdout } = await run('pgbench', args)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function fromNode(clients: number, wallets: readonly bigint[]): Promise<number> {
  const database = openDatabase(url, clients)
  const endsAt = performance.now() + SECONDS * 1000
  let done = 0
  const pick = () => wallets[Math.floor(Math.random() * wallets.length)]
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < endsAt) {
        const from = pick()
        const to = pick()
        if (from === to) continue
        await database.query(
          'select ledger_post(row($1::text, $2::text, $3::bigint, $4::bigint, 100)::ledger_posting)',
          ['bench', randomUUID(), from, to],
        )
        done += 1
      }
    }),
  )
  await database.close()
  return done / SECONDS
}

/** Transfers a second; each is two movements: on hold before the provider is asked, settled after. */
async function throughHttp(clients: number): Promise<{ readonly perSecond: number; readonly p99Ms: number }> {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'ledger-server.ts'), {
    env: {
      ...process.env,
      DATABASE_URL: url,
      KAPAO_REGION: 'th',
      PORT: String(port),
      KAPAO_LOG_LEVEL: 'warn',
    },
  })
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('the server did not start')))
  })
  let next = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: clients,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        path: '/api/wallet/transfer',
        setupRequest: (request) => {
          next += 1
          return {
            ...request,
            headers: {
              'content-type': 'application/json',
              'x-requested-with': 'kapao',
              authorization: `Bearer ${tokenOf((next % MEMBERS) + 1)}`,
              'idempotency-key': randomUUID(),
            },
            body: '{"from":"WALLET","to":"PG","amount":1}',
          }
        },
      },
    ],
  })
  child.disconnect()
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} lost`)
  return { perSecond: result['2xx'] / result.duration, p99Ms: result.latency.p99 }
}

function share(figure: number, of: number | null): string {
  return of === null ? '–' : (figure / of).toFixed(2)
}

try {
  await prepare()
  const database = openDatabase(url, 1)
  const rows = await database.query<{ id: bigint }>(
    `select id from ledger_account where kind = 'wallet' order by id limit ${MEMBERS}`,
  )
  await database.close()
  const wallets = rows.map((row) => row.id)
  const [first = 0n] = wallets
  const last = wallets.at(-1) ?? 0n
  console.log(
    `Movements a second, ${SECONDS} s each, ${MEMBERS} members, fsync on (share of pgbench's six statements)\n`,
  )
  console.log(
    'clients | pgbench six statements | Node, ledger_post | HTTP transfers | HTTP movements | HTTP p99',
  )
  for (const clients of CLIENTS) {
    const six = await byPgbench(clients, sixStatements(Number(first), Number(last)))
    const node = await fromNode(clients, wallets)
    const http = await throughHttp(clients)
    const movements = http.perSecond * 2
    console.log(
      [
        String(clients).padStart(7),
        six === null ? 'pgbench is not here' : six.toFixed(0),
        `${node.toFixed(0)} (${share(node, six)})`,
        `${http.perSecond.toFixed(0)} (${share(http.perSecond, six)})`,
        `${movements.toFixed(0)} (${share(movements, six)})`,
        `${http.p99Ms} ms`,
      ].join(' | '),
    )
  }
} finally {
  await server.stop()
}
