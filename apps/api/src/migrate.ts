import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { migrateClock } from './worker/clock-schema.ts'

const folder = new URL('../migrations/', import.meta.url)
// Any number, the same in every version: two processes that start at once migrate one after the other.
export const MIGRATION_LOCK = 7_302_117

const TABLE =
  'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())'

const textOf = (name: string) => readFile(new URL(name, folder), 'utf8')

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

/**
 * Brings the database to the newest shape: each file of migrations/ once, in order, in one transaction each, then what pg-boss keeps its
 * schedules in. Answers with what it applied.
 */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(TABLE)
    const known = await client.query<{ name: string }>('select name from migration')
    const applied = new Set(known.rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const fresh = files.filter((name) => !applied.has(name))
    for (const name of fresh) {
      await client.query('begin')
      try {
        await applyMigrations(client, [name])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`migration ${name} failed`, { cause: error })
      }
    }
    return [...fresh, ...(await migrateClock(client))]
  } finally {
    await client.end()
  }
}
