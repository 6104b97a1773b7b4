import pg from 'pg'
import { readDatabaseAddress } from './database.ts'
import { MIGRATION_LOCK } from './migrate.ts'
import { scramVerifier } from './scram-verifier.ts'
import { CLOCK_SCHEMA } from './worker/clock-schema.ts'

/**
 * Tables that are only added to: BEFORE triggers of theirs refuse every update. The database's own rights say the same a second time, but
 * for the movements: sealing them locks the table for a moment, which PostgreSQL lets only those do who may update it.
 */
const ONLY_ADDED = `select distinct format('%I', c.relname) as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where t.tgname in ('append_only', 'only_added') and t.tgtype & 16 <> 0 and c.relname <> 'ledger_movement'`

/** Each of pg-boss's times of its last round is written by whoever does the round; which version the schema is of, by migrations alone. */
const CLOCK_TIMES = `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
  where attrelid = '${CLOCK_SCHEMA}.version'::regclass and attnum > 0 and not attisdropped and attname <> 'version'`

/**
 * Makes the database user that a URL names, and gives it what API and worker need: to read and write rows. It owns nothing, so it can neither
 * change a table nor switch off what guards one. To be done after each migration: a new table is nobody's but its owner's.
 */
export async function grantServing(ownerUrl: string, servingUrl: string): Promise<void> {
  const address = readDatabaseAddress(servingUrl, 'KAPAO_SERVING_DATABASE_URL')
  const { user: name = '', password: secret = '' } = address
  if (name === '' || secret === '')
    throw new Error('KAPAO_SERVING_DATABASE_URL names no user with a password')
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const { rows } = await client.query<{ isOwner: boolean; isThere: boolean }>(
      'select current_user = $1 as "isOwner", exists (select from pg_roles where rolname = $1) as "isThere"',
      [name],
    )
    if (rows[0]?.isOwner) throw new Error('KAPAO_SERVING_DATABASE_URL has the user that migrates')
    const user = client.escapeIdentifier(name)
    await client.query(
      `${rows[0]?.isThere ? 'alter' : 'create'} role ${user} login nocreatedb nocreaterole password ${client.escapeLiteral(scramVerifier(secret))}`,
    )
    for (const schema of ['public', CLOCK_SCHEMA]) {
      await client.query(`grant usage on schema ${schema} to ${user}`)
      await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${user}`)
      await client.query(`grant usage, select on all sequences in schema ${schema} to ${user}`)
    }
    await client.query(`revoke insert, update, delete on migration, ${CLOCK_SCHEMA}.version from ${user}`)
    const times = await client.query<{ names: string }>(CLOCK_TIMES)
    await client.query(`grant update (${times.rows[0]?.names}) on ${CLOCK_SCHEMA}.version to ${user}`)
    for (const table of (await client.query<{ name: string }>(ONLY_ADDED)).rows)
      await client.query(`revoke update, delete on ${table.name} from ${user}`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
