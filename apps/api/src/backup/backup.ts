import { createReadStream, createWriteStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { migrationHash, migrationNames } from '../database/migrate.ts'
import type { FileStore } from '../files/file-store.ts'
import { databaseMisfit } from '../operator/region.ts'
import { chainHead, headText } from '../staff/audit-chain.ts'
import { copyOut, listTables, quoted, SESSION, type Table, Weighing } from './copy-tables.ts'
import { fullBecause, takeEmptyFolder } from './empty-folder.ts'
import { KeepingError, keptPath, MANIFEST, type Manifest, SEAL, sha256Of, tablePath } from './manifest.ts'
import { keepNamed, listNamedFiles } from './named-files.ts'
import { queriesOf } from './queries-of.ts'

export interface BackupParts {
  readonly databaseUrl: string
  readonly region: 'th' | 'la'
  readonly files: FileStore
  readonly folder: string
  /** Whether a file that a row names and the store has not is known to be lost, and the rest is wanted all the same. */
  readonly isWithoutLost?: boolean
}

const MOST_TOLD = 10

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeTable(client: pg.Client, table: Table, folder: string) {
  const weighing = new Weighing()
  const path = tablePath(folder, table.name)
  const out = createWriteStream(path, { mode: 0o600 })
  await pipeline(client.query(copyTo(copyOut(table))), weighing, createGzip({ level: 6 }), out)
  await flush(path)
  return { name: table.name, columns: [...table.columns], rows: weighing.lines, sha256: weighing.digest() }
}

async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'S' order by 1`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const found = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
    )
    const [row] = found.rows
    if (row) sequences.push({ name, ...row })
  }
  return sequences
}

/** Pictures and chat files, each with its hash. One that is tidied away while we read is not in the backup, nor needed any more. */
async function writeFiles(files: FileStore, folder: string): Promise<Manifest['files']> {
  const kept: Manifest['files'] = []
  for await (const name of files.namesBefore('', new Date(Date.now() + 60_000))) {
    const size = await files.sizeOf(name)
    if (size === null) continue
    const weighing = new Weighing()
    const path = keptPath(folder, name)
    const bytes = size === 0 ? createReadStream('/dev/null') : files.read(name, 0, size - 1)
    await pipeline(bytes, weighing, createWriteStream(path, { mode: 0o600 }))
    await flush(path)
    kept.push({ name, bytes: weighing.bytes, sha256: weighing.digest() })
  }
  return kept
}

/** Rows whose files did not come along: with the wrong store, or half of it, this would be no backup. */
async function refuseLost(
  client: pg.Client,
  named: readonly string[],
  kept: Manifest['files'],
): Promise<void> {
  const isKept = new Set(kept.map(({ name }) => name))
  const lost = await keepNamed(
    client,
    named.filter((name) => !isKept.has(name)),
  )
  if (lost.length === 0) return
  const more = lost.length > MOST_TOLD ? ` and ${lost.length - MOST_TOLD} more` : ''
  throw new KeepingError(
    `${lost.length} files of slips and chats are named in the database and not in the file store, so there is no backup: ${lost.slice(0, MOST_TOLD).join(', ')}${more}. Is it the store of this Kapao (KAPAO_FILES, KAPAO_S3_…)? If they are lost for good, say --without-lost-files.`,
  )
}

/**
 * Writes everything that lasts into an empty folder, as it was in one moment, while the server works on: one read-only snapshot of the
 * database, then the files, which are never changed once they are kept. Throws a KeepingError where a file that its rows name is not there.
 */
export async function backUp(parts: BackupParts): Promise<Manifest> {
  const { folder } = parts
  await takeEmptyFolder(folder)
  try {
    return await writeAll(parts)
  } catch (error) {
    const why = fullBecause(error)
    if (why === null) throw error
    throw new KeepingError(`${folder} takes no more: ${why}. What is in it is no backup.`)
  }
}

async function listMigrations(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name')
  const known = await migrationNames()
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new KeepingError(
      `The database is of a newer release than this one, which does not know ${unknown.join(', ')}, so there is no backup. Make it with that release, which may have been gone back from: its image has it all (KAPAO_VERSION of compose).`,
    )
  return Promise.all(rows.map(async ({ name }) => ({ name, sha256: await migrationHash(name) })))
}

async function writeAll(parts: BackupParts): Promise<Manifest> {
  const { databaseUrl, region, files, folder, isWithoutLost = false } = parts
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'kapao-backup' })
  await client.connect()
  try {
    await client.query(SESSION)
    await client.query('begin transaction isolation level repeatable read, read only')
    const queries = queriesOf(client)
    const misfit = await databaseMisfit(queries, region)
    if (misfit !== null) throw new KeepingError(misfit)
    const moment = await client.query<{ at: Date }>('select now() as at')
    const head = await chainHead(queries)
    // Before anything is copied: a backup can be put back by no release that does not know what it was made with.
    const migrations = await listMigrations(client)
    const tables: Manifest['tables'] = []
    for (const table of await listTables(client)) tables.push(await writeTable(client, table, folder))
    const named = await listNamedFiles(client)
    // Sequences stand outside of snapshots: asked for last, they are never behind the rows.
    const sequences = await listSequences(client)
    await client.query('commit')
    const kept = await writeFiles(files, folder)
    if (!isWithoutLost) await refuseLost(client, named, kept)
    const manifest: Manifest = {
      format: 1,
      at: moment.rows[0]?.at.toISOString() ?? '',
      region,
      migrations,
      tables,
      sequences,
      files: kept,
      chainHead: headText(head),
    }
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    await writeFile(join(folder, MANIFEST), text, { mode: 0o600, flush: true })
    await writeFile(join(folder, SEAL), `${sha256Of(text)}\n`, { mode: 0o600, flush: true })
    return manifest
  } finally {
    await client.end()
  }
}

/** Takes bytes and drops them: for weighing alone. */
export function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
