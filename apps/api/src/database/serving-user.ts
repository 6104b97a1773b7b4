import pg from 'pg'
import { CLOCK_SCHEMA } from '../worker/clock-schema.ts'
import { readDatabaseAddress } from './database.ts'
import { MIGRATION_LOCK } from './migrate.ts'
import { scramVerifier } from './scram-verifier.ts'

/**
 * Tables that are only added to: BEFORE triggers of theirs refuse every update. The database's own rights say the same a second time, but
 * for the movements: sealing them locks the table for a moment, which PostgreSQL lets only those do who may update it.
 */
const ONLY_ADDED = `select distinct format('%I', c.relname) as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where t.tgname in ('append_only', 'only_added') and t.tgtype & 16 <> 0 and c.relname <> 'ledger_movement'`

/** Each of pg-boss's times of its last round is written by whoever does the round; which version the schema is of, by migrations alone. */
const CLOCK_TIMES = `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
  where attrelid = '${CLOCK_SCHEMA}.version'::regclass and attnum > 0 and not attisdropped and attname <> 'version'`

const INSUFFICIENT_PRIVILEGE = '42501'

/** Takes nothing off that is not there: since PostgreSQL 16 only who may make databases may say that another may not. */
const STANDING = `select current_user as owner, r.oid is not null as "isThere", coalesce(r.rolcreatedb, false) as "makesDatabases"
  from (values (1)) as one left join pg_roles r on r.rolname = $1`

async function makeUser(client: pg.Client, name: string, secret: string): Promise<void> {
  const { rows } = await client.query<{ owner: string; isThere: boolean; makesDatabases: boolean }>(
    STANDING,
    [name],
  )
  const { owner = '', isThere = false, makesDatabases = false } = rows[0] ?? {}
  if (owner === name) throw new Error('KAPAO_SERVING_DATABASE_URL has the user that migrates')
  const user = client.escapeIdentifier(name)
  const rights = `login ${makesDatabases ? 'nocreatedb' : ''} nocreaterole`
  try {
    await client.query(
      `${isThere ? 'alter' : 'create'} role ${user} ${rights} password ${client.escapeLiteral(scramVerifier(secret))}`,
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    const remedies = [`alter role ${client.escapeIdentifier(owner)} createrole`]
    // Who makes a user has it; one that somebody else has made is given along.
    if (isThere) remedies.push(`grant ${user} to ${client.escapeIdentifier(owner)} with admin option`)
    throw new Error(
      `the owner of the database, ${owner}, may not ${isThere ? 'change' : 'make'} the user ${name} of KAPAO_SERVING_DATABASE_URL. Let an administrator of PostgreSQL say: ${remedies.join('; ')}; and run the migrations again`,
      { cause: error },
    )
  }
}

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
    await makeUser(client, name, secret)
    const user = client.escapeIdentifier(name)
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
