import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { applyMigrations, migrationHash } from '../database/migrate.ts'
import type { FileStore } from '../files/file-store.ts'
import { checkBooksIn } from '../reconciliation/books-check.ts'
import type { Difference } from '../reconciliation/difference.ts'
import { parseHead, verifyChain } from '../staff/audit-chain.ts'
import { holdPayouts } from '../withdraw/payout-hold.ts'
import { nowhere } from './backup.ts'
import { copyIn, copyOut, listTables, quoted, SESSION, Weighing } from './copy-tables.ts'
import {
  KeepingError,
  keptPath,
  type Manifest,
  readManifest,
  type TableEntry,
  tablePath,
} from './manifest.ts'
import { queriesOf } from './queries-of.ts'

export interface RestoreParts {
  readonly databaseUrl: string
  readonly region: 'th' | 'la'
  readonly files: FileStore
  readonly folder: string
}

export interface Restored {
  readonly manifest: Manifest
  /** What the books say of themselves: what was wrong before is wrong after, and is told. */
  readonly differences: readonly Difference[]
  readonly comers: Comers
  /** Files that nobody can see any more. */
  readonly nobodysFiles: readonly string[]
}

/** Who can come in with what they had at the backup. */
interface Comers {
  readonly staff: readonly string[]
  readonly members: number
}

async function weigh(path: string, isZipped: boolean): Promise<Weighing> {
  const weighing = new Weighing()
  const file = createReadStream(path)
  try {
    if (isZipped) await pipeline(file, createGunzip(), weighing, nowhere())
    else await pipeline(file, weighing, nowhere())
  } catch {
    throw new KeepingError(`${path} is missing or damaged.`)
  }
  return weighing
}

/** Reads every byte of the backup before anything is touched. */
async function proveBackup(folder: string, manifest: Manifest): Promise<void> {
  for (const { name, sha256 } of manifest.migrations) {
    const here = await migrationHash(name).catch(() => null)
    if (here === null)
      throw new KeepingError(
        `The backup is of a newer version: this one does not know the migration ${name}.`,
      )
    if (here !== sha256)
      throw new KeepingError(`The migration ${name} is another one here than where the backup was made.`)
  }
  for (const { name, rows, sha256 } of manifest.tables) {
    const path = tablePath(folder, name)
    const found = await weigh(path, true)
    if (found.digest() !== sha256 || found.lines !== rows)
      throw new KeepingError(`${path} is not what the manifest says.`)
  }
  for (const { name, bytes, sha256 } of manifest.files) {
    const path = keptPath(folder, name)
    const found = await weigh(path, false)
    if (found.digest() !== sha256 || found.bytes !== bytes)
      throw new KeepingError(`${path} is not what the manifest says.`)
  }
}

async function refuseFull(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') limit 1`,
  )
  if (rows[0])
    throw new KeepingError(
      `The database is not empty: it has ${rows[0].name}. A backup goes into an empty one only.`,
    )
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Rows come table by table, so references are taken off and put on again, which checks each of them. */
async function takeOffForeignKeys(client: pg.Client): Promise<readonly ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where n.nspname = 'public' and c.contype = 'f' and c.conparentid = 0`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return rows
}

async function load(client: pg.Client, folder: string, { name, columns }: TableEntry): Promise<void> {
  const into = client.query(copyFrom(copyIn(name, columns)))
  await pipeline(createReadStream(tablePath(folder, name)), createGunzip(), into)
}

/** Asks the new tables for their rows in the same words, and holds them against the manifest. */
async function proveTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const here = new Map((await listTables(client)).map((table) => [table.name, table]))
  for (const { name, rows, sha256 } of manifest.tables) {
    const table = here.get(name)
    if (!table) throw new KeepingError(`The table ${name} is not there after its migrations.`)
    const weighing = new Weighing()
    await pipeline(client.query(copyTo(copyOut(table))), weighing, nowhere())
    if (weighing.digest() !== sha256 || weighing.lines !== rows)
      throw new KeepingError(`The table ${name} did not come out as it went in.`)
  }
}

async function fill(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  await applyMigrations(
    client,
    manifest.migrations.map((one) => one.name),
  )
  // What migrations wrote may still wait for the commit, and a table with waiting work cannot be altered.
  await client.query('set constraints all immediate')
  const tables = await listTables(client)
  const named = new Set(manifest.tables.map((one) => one.name))
  const strange = tables.find(({ name }) => !named.has(name))
  if (strange) throw new KeepingError(`The backup has no rows of the table ${strange.name}.`)
  // No trigger may write, refuse or announce anything while history is put back. Their owner may switch them off; no superuser is needed.
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  const references = await takeOffForeignKeys(client)
  // Migrations bring rows of their own.
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const entry of manifest.tables) await load(client, folder, entry)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, isCalled])
  await proveTables(client, manifest)
}

/** What the books and the chain say of themselves, inside the same transaction. */
async function look(client: pg.Client, { chainHead }: Manifest): Promise<readonly Difference[]> {
  const queries = queriesOf(client)
  const head = parseHead(chainHead)
  const books = await checkBooksIn(queries)
  return [...books.differences, ...(await verifyChain(queries, head ? [head] : []))]
}

/**
 * What was ended after the backup came back with it. A session costs a log-in, so all of them end; whom somebody has switched off meanwhile, or
 * given another password, only they know.
 */
async function endSessions(client: pg.Client): Promise<Comers> {
  for (const table of ['session', 'staff_session'])
    await client.query(`update ${table} set revoked_at = now() where revoked_at is null`)
  const { rows } = await client.query<Comers>(
    `select array(select name from staff where is_active order by name) as staff,
       (select count(*)::int from member where is_active) as members`,
  )
  return rows[0] ?? { staff: [], members: 0 }
}

/** Whether the store has exactly this file already: as after a restore that was killed, or where the store outlived the database. */
async function isThere(
  files: FileStore,
  { name, bytes, sha256 }: Manifest['files'][number],
): Promise<boolean> {
  const size = await files.sizeOf(name)
  if (size === null) return false
  const weighing = new Weighing()
  if (size === bytes && size > 0) await pipeline(files.read(name, 0, size - 1), weighing, nowhere())
  if (size !== bytes || weighing.digest() !== sha256)
    throw new KeepingError(`The file ${name} is there already, and is another one.`)
  return true
}

/** Puts the files back. Answers how to take them away again, should the database not come to be. */
async function putFiles({ files, folder }: RestoreParts, manifest: Manifest): Promise<() => Promise<void>> {
  const fresh: string[] = []
  const takeBack = async () => {
    for (const name of fresh) await files.remove(name)
  }
  try {
    for (const file of manifest.files) {
      if (await isThere(files, file)) continue
      fresh.push(file.name)
      await files.putFile(file.name, keptPath(folder, file.name))
    }
  } catch (error) {
    await takeBack()
    throw error
  }
  return takeBack
}

/** What the store has beside the backup: brought after it, and named by no row any more. */
async function listNobodys(files: FileStore, manifest: Manifest): Promise<readonly string[]> {
  const known = new Set(manifest.files.map(({ name }) => name))
  const nobodys: string[] = []
  for await (const name of files.namesBefore('', new Date(Date.now() + 60_000)))
    if (!known.has(name)) nobodys.push(name)
  return nobodys
}

/**
 * Puts a backup into an empty database, and its files into the store, or changes nothing. Payouts are held afterwards: what was paid between the backup
 * and its end is known to the bank alone, until somebody has compared. Nobody is logged in afterwards.
 */
export async function restore(parts: RestoreParts): Promise<Restored> {
  const { databaseUrl, region, folder } = parts
  const manifest = await readManifest(folder)
  if (manifest.region !== region)
    throw new KeepingError(
      `The backup is of the region ${manifest.region}: set KAPAO_REGION=${manifest.region}.`,
    )
  await proveBackup(folder, manifest)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'kapao-restore' })
  await client.connect()
  try {
    await client.query(SESSION)
    await refuseFull(client)
    await client.query('begin')
    const takeBack = await putFiles(parts, manifest)
    try {
      await fill(client, folder, manifest)
      const differences = await look(client, manifest)
      const comers = await endSessions(client)
      const nobodysFiles = await listNobodys(parts.files, manifest)
      await holdPayouts(queriesOf(client), `restored from the backup of ${manifest.at}`)
      await client.query('commit')
      return { manifest, differences, comers, nobodysFiles }
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      await takeBack()
      throw error
    }
  } finally {
    await client.end()
  }
}
