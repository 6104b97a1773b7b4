// A PostgreSQL of the bench's own, with Kapao's tables and members who have money and a session.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase, type Queries } from '../apps/api/src/database/database.ts'
import { startDatabase } from '../scripts/database.ts'
import { repositoryRoot, YOUNG_HEAP } from '../scripts/settings.ts'

export interface BenchDatabase {
  readonly folder: string
  readonly url: string
  /** What a process of ours needs to know to work on it. */
  readonly environment: NodeJS.ProcessEnv
  stop(): Promise<void>
}

/** In a folder that goes with it, or in `keptFolder`, which stays. */
export async function startBenchDatabase(keptFolder?: string): Promise<BenchDatabase> {
  if (keptFolder !== undefined) mkdirSync(keptFolder, { recursive: true })
  const folder = keptFolder ?? mkdtempSync(join(tmpdir(), 'kapao-bench-'))
  chmodSync(folder, 0o711)
  const server = await startDatabase({
    dataFolder: folder,
    log: openSync(join(folder, 'postgresql.log'), 'a'),
    say: () => {},
    started: () => {},
    lost: (reason) => console.error(`the database is lost: ${reason}`),
    temporary: keptFolder === undefined,
    // As operators have it (compose.yaml), and not as the database that comes along with a developer's sandbox.
    settings: { shared_buffers: '1GB', min_wal_size: '1GB', max_wal_size: '4GB' },
  })
  const url = await server.open('kapao_bench')
  const environment = {
    ...process.env,
    DATABASE_URL: url,
    KAPAO_REGION: 'th',
    KAPAO_LOG_LEVEL: 'warn',
    KAPAO_DATA: folder,
    // As the image has them and `npm start` sets them.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    NODE_OPTIONS: YOUNG_HEAP,
  }
  await promisify(execFile)(process.execPath, [join(repositoryRoot, 'apps/api/src/main-migrate.ts')], {
    env: environment,
  })
  await provideLog(url)
  return { folder, url, environment, stop: () => server.stop() }
}

const LOG_FILES = 64

/**
 * A server that has been up for a day writes its log over files that it has used before. A new one makes each of them first, 16 MB of zeros, for
 * which everybody waits 60 ms.
 */
async function provideLog(url: string): Promise<void> {
  const queries = openDatabase(url, 1)
  for (let file = 0; file < LOG_FILES; file += 1) {
    await queries.query(`select pg_logical_emit_message(false, 'bench', 'one more file')`)
    await queries.query('select pg_switch_wal()')
  }
  await queries.query('checkpoint')
  await queries.close()
}

/** As many members as are there, or `count` new ones where there are none. Answers how many there are now. */
export async function provideMembers({ url }: BenchDatabase, count: number): Promise<number> {
  const queries = openDatabase(url, 1)
  try {
    const [found] = await queries.query<{ members: number }>(
      `select count(*)::int as members from member where username like 'b%'`,
    )
    if (found?.members) return found.members
    await addMembers(queries, count)
    return count
  } finally {
    await queries.close()
  }
}

/** The session token of the n-th member, from 1. */
export function tokenOf(n: number): string {
  return `bench-token-${String(n).padStart(8, '0')}`
}

/** Members b1, b2 … with a million in the wallet, an account at every game and a session, all from this one address. */
export async function addMembers(queries: Queries, count: number, passwordHash = ''): Promise<void> {
  await queries.query(
    `insert into member (public_id, name, username, password_hash, currency, bank_code, bank_account_name, bank_account_no)
     select 'b' || n, 'Bench', 'b' || n, $2, 'THB', 'SCB', 'BENCH', 'b' || n from generate_series(1, $1::int) n`,
    [count, passwordHash],
  )
  await queries.query(
    `insert into ledger_account (kind, member_id, currency, balance_minor, version)
     select k, m.id, 'THB', 0, 0 from member m, (values ('wallet'), ('hold')) v(k) where m.username like 'b%' order by m.id`,
  )
  await queries.query(
    `select ledger_post(row('bench', a.id::text, ledger_house_account('bank', 'BENCH', 'THB'), a.id, 100000000)::ledger_posting)
     from ledger_account a where a.kind = 'wallet' and a.version = 0`,
  )
  await queries.query(
    `insert into game_account (member_id, game_code, username, sealed_password)
     select m.id, g.code, 'bench' || m.id, '' from member m, game g where m.username like 'b%'`,
  )
  await queries.query(
    `insert into session (token_hash, member_id)
     select sha256(convert_to('bench-token-' || lpad(substr(username, 2), 8, '0'), 'UTF8')), id from member where username like 'b%'`,
  )
  await liftLimits(queries)
  await queries.query('analyze')
}

/** All requests come from one address, and new guests of the chat, too. */
export async function liftLimits(queries: Queries): Promise<void> {
  await queries.query(
    `update operator_setting set value = '1000000000'
     where name in ('requestsPerMinute', 'chatNewGuestsPerMinute', 'chatNewGuestsPerDay', 'loginTriesPerMinute')`,
  )
}
