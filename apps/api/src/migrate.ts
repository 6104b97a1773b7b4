import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../migrations/', import.meta.url)
// Any number, the same in every version: two processes that start at once migrate one after the other.
const MIGRATION_LOCK = 7_302_117

/** Brings the database to the newest shape: each file of migrations/ once, in order, in one transaction each. */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const known = await client.query<{ name: string }>('select name from migration')
    const applied = new Set(known.rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const fresh = files.filter((name) => !applied.has(name))
    for (const name of fresh) {
      const sql = await readFile(new URL(name, folder), 'utf8')
      await client.query('begin')
      try {
        await client.query(sql)
        await client.query('insert into migration (name) values ($1)', [name])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`migration ${name} failed`, { cause: error })
      }
    }
    return fresh
  } finally {
    await client.end()
  }
}
