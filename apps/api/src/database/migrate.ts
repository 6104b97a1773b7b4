import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrateClock } from '../worker/clock-schema.ts'

const folder = new URL('../../migrations/', import.meta.url)
// Any number, the same in every version: two processes that start at once migrate one after the other.
export const MIGRATION_LOCK = 7_302_117

const TABLE =
  'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())'

const textOf = (name: string) => readFile(new URL(name, folder), 'utf8')

/** Those of this release. */
export async function migrationNames(): Promise<ReadonlySet<string>> {
  return new Set((await readdir(folder)).filter((name) => name.endsWith('.sql')))
}

/** The SHA-256 of a migration's text. Throws when there is none of that name. */
export async function migrationHash(name: string): Promise<string> {
  return createHash('sha256')
    .update(await textOf(name))
    .digest('hex')
}

/** Exactly these, in the caller's transaction: what a backup was made with. */
export async function applyMigrations(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query(TABLE)
  for (const name of names) {
    await client.query(await textOf(name))
    await client.query('insert into migration (name) values ($1)', [name])
  }
}

/** Whom a migration waits for: who has been in a transaction for longer than it has waited. */
export interface Waiting {
  readonly migration: string
  readonly behind: readonly string[]
}

export interface Patience {
  /** Whoever wants a table that a migration waits for waits behind it, a look as well: no longer than so. */
  readonly lockMs: number
  /** What has come up behind it goes on meanwhile. */
  readonly pauseMs: number
  readonly mostMs: number
}

const PATIENCE: Patience = { lockMs: 2_000, pauseMs: 5_000, mostMs: 15 * 60_000 }

export interface MigrateOptions {
  readonly patience?: Patience
  /** Told each time that a migration lets others work before it tries again. */
  readonly tell?: (waiting: Waiting) => void
}

/** It waited for a lock for too long, or in a circle with others, which PostgreSQL ends at whoever it likes. */
const isLockTimeout = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')

async function othersInside(client: pg.Client, lockMs: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ who: string }>(
    `select concat_ws(' ', nullif(application_name, ''), 'process ' || pid, 'since ' || xact_start::timestamptz(0)) as who
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and xact_start < clock_timestamp() - make_interval(secs => $1) order by xact_start limit 5`,
    [lockMs / 1000],
  )
  return rows.map(({ who }) => who)
}

/** One migration, whole or not at all. While others hold what it needs, a backup for as long as it reads, it steps back and comes again. */
async function applyOne(
  client: pg.Client,
  migration: string,
  { patience = PATIENCE, tell }: MigrateOptions,
): Promise<void> {
  const { lockMs, pauseMs, mostMs } = patience
  const begunAt = performance.now()
  for (;;) {
    await client.query('begin')
    try {
      await client.query("select set_config('lock_timeout', $1, true)", [`${lockMs}ms`])
      await applyMigrations(client, [migration])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error)) throw new Error(`migration ${migration} failed`, { cause: error })
      const behind = await othersInside(client, lockMs)
      if (performance.now() - begunAt >= mostMs)
        throw new Error(
          `migration ${migration} waited too long for locks that others hold (${behind.join('; ')}), and nothing of it was done: run the migrations again when they have ended`,
          { cause: error },
        )
      tell?.({ migration, behind })
      await sleep(pauseMs)
    }
  }
}

/**
 * Brings the database to the newest shape: each file of migrations/ once, in order, in one transaction each, then what pg-boss keeps its
 * schedules in. Answers with what it applied.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(TABLE)
    const known = await client.query<{ name: string }>('select name from migration')
    const applied = new Set(known.rows.map((row) => row.name))
    const fresh = [...(await migrationNames())].filter((name) => !applied.has(name)).sort()
    for (const name of fresh) await applyOne(client, name, options)
    return [...fresh, ...(await migrateClock(client))]
  } finally {
    await client.end()
  }
}
