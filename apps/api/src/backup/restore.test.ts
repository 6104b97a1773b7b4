import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'
import { type Agent, newAgent } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { makeTraffic, type Traffic } from '../../test/traffic.ts'
import { openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { newFileName, openDiskStore } from '../files/disk-store.ts'
import { audit } from '../staff/audit.ts'
import { backUp } from './backup.ts'
import { type Manifest, sha256Of } from './manifest.ts'
import { restore } from './restore.ts'

let server: TestServer
let traffic: Traffic
let folder: string
let picture: string
let agent: Agent
let manifest: Manifest
const emptied: TestDatabase[] = []

beforeAll(async () => {
  server = await startTestServer()
  traffic = await makeTraffic(server)
  await audit(server.database, {
    staffId: null,
    action: 'login-failed',
    details: { name: 'tab\there\nand \\N ไทย' },
  })
  agent = await newAgent(server)
  picture = newFileName('webp')
  await server.files.put(picture, Buffer.from('a slip'))
  folder = await mkdtemp(join(tmpdir(), 'kapao-backup-'))
  const { databaseUrl, region } = server.config
  manifest = await backUp({ databaseUrl, region, files: server.files, folder })
})
afterAll(async () => {
  await server.stop()
  for (const database of emptied) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** An empty machine: nothing in the database, nothing in the store. */
async function machine() {
  const database = await createEmptyDatabase()
  emptied.push(database)
  const filesFolder = await temporaryFolder('restored')
  return { databaseUrl: database.url, region: 'th' as const, files: openDiskStore(filesFolder), folder }
}

async function ask<Row extends object>(databaseUrl: string, sql: string): Promise<Row[]> {
  const database = openDatabase(databaseUrl, 1)
  try {
    return await database.query<Row>(sql)
  } finally {
    await database.close()
  }
}

const isEmpty = async (databaseUrl: string) =>
  (await ask(databaseUrl, "select 1 from pg_class where relnamespace = 'public'::regnamespace")).length === 0

/** Everything that a table holds, as one text. */
const rowsOf = async (databaseUrl: string, table: string) => {
  const [row] = await ask<{ all: string }>(
    databaseUrl,
    `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as all from "${table}" t`,
  )
  return row?.all
}

/** A restore writes that it was one, holds payouts, and ends sessions; nothing else may differ. */
const TOLD = ['payout_hold', 'operator_change', 'audit_link', 'session', 'staff_session']

describe('a backup restored onto an empty machine', () => {
  it('equals the books: every table, every sequence, every file', async () => {
    const to = await machine()
    const restored = await restore(to)
    expect(restored.differences).toEqual([])
    expect(manifest.tables.length).toBeGreaterThan(40)
    for (const { name } of manifest.tables.filter((table) => !TOLD.includes(table.name)))
      expect(await rowsOf(to.databaseUrl, name), name).toBe(await rowsOf(server.config.databaseUrl, name))
    const sequences = 'select sequencename, last_value from pg_sequences order by 1'
    const told = /^(payout_hold|operator_change)_/
    const notTold = (rows: { sequencename: string }[]) => rows.filter((row) => !told.test(row.sequencename))
    expect(notTold(await ask(to.databaseUrl, sequences))).toEqual(
      notTold(await ask(server.config.databaseUrl, sequences)),
    )
    expect(Buffer.from((await to.files.get(picture)) ?? '').toString()).toBe('a slip')
  })

  it('has the same shape: constraints, indexes and triggers, all of them at work', async () => {
    const to = await machine()
    await restore(to)
    const shape = `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text as it
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select tgrelid::regclass || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1`
    expect(await ask(to.databaseUrl, shape)).toEqual(await ask(server.config.databaseUrl, shape))
    await expect(ask(to.databaseUrl, 'update ledger_entry set amount_minor = 1')).rejects.toThrow(
      /append-only/,
    )
  })

  it('goes on: newer migrations find nothing to do but the clock’s, and money moves', async () => {
    const to = await machine()
    await restore(to)
    expect(await migrate(to.databaseUrl)).toEqual([expect.stringMatching(/^pgboss \d+$/)])
    const [row] = await ask<{ result: string }>(
      to.databaseUrl,
      `select ledger_post(row('test', 'after', ledger_house_account('bank', 'X:1', 'THB'),
         ledger_member_account(${traffic.member.id}, 'wallet'), 100)::ledger_posting) as result`,
    )
    expect(row?.result).toBe('posted')
  })

  it('holds payouts, and says why in the audit', async () => {
    const to = await machine()
    await restore(to)
    const held = await ask<{ reason: string }>(
      to.databaseUrl,
      'select reason from payout_hold where released_at is null',
    )
    expect(held).toEqual([{ reason: `restored from the backup of ${manifest.at}` }])
    const [change] = await ask(
      to.databaseUrl,
      'select table_name from operator_change order by id desc limit 1',
    )
    expect(change).toEqual({ tableName: 'payout_hold' })
  })
})

it('what was ended after a backup is not open again: nobody is logged in, and who can log in is told', async () => {
  const to = await machine()
  const { comers } = await restore(to)
  for (const table of ['session', 'staff_session']) {
    const sessions = `select count(*)::int as all, count(revoked_at)::int as ended from ${table}`
    const [before] = await ask<{ all: number; ended: number }>(server.config.databaseUrl, sessions)
    expect(before?.all, table).toBeGreaterThan(before?.ended ?? 0)
    expect(await ask(to.databaseUrl, sessions), table).toEqual([{ all: before?.all, ended: before?.all }])
  }
  expect(comers).toEqual({ staff: expect.arrayContaining([agent.name]), members: expect.any(Number) })
})

it('a store that outlived its database keeps what is the same, and what the backup does not know is told', async () => {
  const to = await machine()
  await to.files.put(picture, Buffer.from('a slip'))
  const later = newFileName('webp')
  await to.files.put(later, Buffer.from('brought later'))
  expect((await restore(to)).nobodysFiles).toEqual([later])
})

describe('a restore refuses, and changes nothing', () => {
  const refused = async (words: RegExp, spoil: () => Promise<() => Promise<void>>) => {
    const to = await machine()
    const mend = await spoil()
    try {
      await expect(restore(to)).rejects.toThrow(words)
      expect(await isEmpty(to.databaseUrl)).toBe(true)
      expect(await to.files.get(picture)).toBe(null)
    } finally {
      await mend()
    }
  }
  const spoilt = (name: string, change: (bytes: Buffer) => Buffer | string) => async () => {
    const path = join(folder, name)
    const bytes = await readFile(path)
    await writeFile(path, change(bytes))
    return () => writeFile(path, bytes)
  }
  const rewritten = (change: (text: string) => string) => async () => {
    const mendManifest = await spoilt('manifest.json', (bytes) => change(bytes.toString()))()
    const text = await readFile(join(folder, 'manifest.json'), 'utf8')
    const mendSeal = await spoilt('manifest.sha256', () => sha256Of(text))()
    return async () => {
      await mendManifest()
      await mendSeal()
    }
  }

  it('a table whose rows were changed', () =>
    refused(
      /member\.copy\.gz is not what the manifest says/,
      spoilt('tables/member.copy.gz', (bytes) =>
        gzipSync(gunzipSync(bytes).toString().replace('Test', 'Best')),
      ),
    ))

  it('a table that is cut short', () =>
    refused(
      /missing or damaged/,
      spoilt('tables/ledger_entry.copy.gz', (bytes) => bytes.subarray(0, bytes.length / 2)),
    ))

  it('a file that is another', () =>
    refused(
      /is not what the manifest says/,
      spoilt(`files/${picture}`, () => 'a slap'),
    ))

  it('a manifest that was changed', () =>
    refused(
      /not as it was written/,
      spoilt('manifest.json', (bytes) => `${bytes} `),
    ))

  it('a backup that never ended', () =>
    refused(/no finished backup/, async () => {
      const mend = await spoilt('manifest.sha256', () => '')()
      await rm(join(folder, 'manifest.sha256'))
      return mend
    }))

  it('a backup of a newer version', () =>
    refused(
      /newer version: this one does not know the migration 9999_later\.sql/,
      rewritten((text) => text.replace('0061_reconciliation.sql', '9999_later.sql')),
    ))

  it('a migration that is another one here', () =>
    refused(
      /is another one here/,
      rewritten((text) =>
        text.replace(/("name": "0001_operator\.sql",\s+"sha256": ")\w/, '$1x').replace('"x', '"0'),
      ),
    ))

  it('a table that the backup has no rows of', () =>
    refused(
      /no rows of the table coin_entry/,
      rewritten((text) => {
        const all = JSON.parse(text)
        return JSON.stringify({
          ...all,
          tables: all.tables.filter((one: { name: string }) => one.name !== 'coin_entry'),
        })
      }),
    ))

  it('a path dressed up as a table’s name', () =>
    refused(
      /makes no sense/,
      rewritten((text) => text.replace('"name": "member"', '"name": "../../member"')),
    ))

  it('a reference into nothing', () =>
    refused(/foreign key constraint/, async () => {
      const path = join(folder, 'tables/session.copy.gz')
      const rows = gunzipSync(await readFile(path))
        .toString()
        .replace(/^(\S+)\t\d+\t/m, '$1\t999999\t')
      const mendTable = await spoilt('tables/session.copy.gz', () => gzipSync(rows))()
      const mendManifest = await rewritten((text) => {
        const all = JSON.parse(text)
        const entry = all.tables.find((one: { name: string }) => one.name === 'session')
        entry.sha256 = sha256Of(rows)
        return JSON.stringify(all)
      })()
      return async () => {
        await mendTable()
        await mendManifest()
      }
    }))

  it('a backup of the other region', async () => {
    const to = { ...(await machine()), region: 'la' as const }
    await expect(restore(to)).rejects.toThrow(/of the region th: set KAPAO_REGION=th/)
    expect(await isEmpty(to.databaseUrl)).toBe(true)
  })

  it('a database that has something in it', async () => {
    const to = await machine()
    await ask(to.databaseUrl, 'create table mine ()')
    await expect(restore(to)).rejects.toThrow(/not empty: it has mine/)
    expect(await to.files.get(picture)).toBe(null)
  })

  it.each(['something else', 'a slap'])('a store that has another file of that name: %s', async (bytes) => {
    const to = await machine()
    await to.files.put(picture, Buffer.from(bytes))
    await expect(restore(to)).rejects.toThrow(/is there already/)
    expect(await isEmpty(to.databaseUrl)).toBe(true)
  })
})

it('a backup is of one moment, however much moves while it is made', async () => {
  const under = await temporaryFolder('backup')
  const { databaseUrl, region } = server.config
  let isDone = false
  const moving = (async () => {
    for (let turn = 0; !isDone; turn += 1) await server.payIn(traffic.member, `${(turn % 90) + 1}.00`)
  })()
  await backUp({ databaseUrl, region, files: server.files, folder: under })
  isDone = true
  await moving
  const to = { ...(await machine()), folder: under }
  expect((await restore(to)).differences).toEqual([])
})
