import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'
import { migrate, type Waiting } from './migrate.ts'

const NAME = '0108_doubtful_base.sql'

let database: TestDatabase
let reader: pg.Client
let caller: pg.Client

/** Before a migration that alters the table `condition`, which a backup is reading. */
beforeEach(async () => {
  database = await createTestDatabase()
  reader = new pg.Client({ connectionString: database.url, application_name: 'kapao-backup' })
  caller = new pg.Client({ connectionString: database.url })
  await Promise.all([reader.connect(), caller.connect()])
  await caller.query('alter table condition drop column base_doubt_minor')
  await caller.query('delete from migration where name = $1', [NAME])
  await reader.query('begin')
  await reader.query('select 1 from condition')
})
afterEach(async () => {
  await Promise.all([reader.end(), caller.end()])
  await database.drop()
})

it('a migration that others keep waiting lets them work, says for whom it waits, and comes again', async () => {
  const told: Waiting[] = []
  let looked: Promise<unknown> | undefined
  const tell = (waiting: Waiting) => {
    told.push(waiting)
    // Once, while the backup is still at it: else whoever looks stands behind the migration.
    looked ??= caller.query('select 1 from condition').then(() => reader.query('commit'))
  }
  const patience = { lockMs: 50, pauseMs: 100, mostMs: 60_000 }
  expect(await migrate(database.url, { patience, tell })).toEqual([NAME])
  await looked
  expect(told[0]).toEqual({
    migration: NAME,
    behind: expect.arrayContaining([expect.stringMatching(/^kapao-backup process \d+ since /)]),
  })
  await caller.query('select base_doubt_minor from condition')
})

it('one that waits for too long ends with what it waited for, and has done nothing', async () => {
  const patience = { lockMs: 50, pauseMs: 10, mostMs: 200 }
  await expect(migrate(database.url, { patience })).rejects.toThrow(
    /^migration 0108_doubtful_base\.sql waited too long for locks that others hold \(kapao-backup process \d+ since .*\), and nothing of it was done/,
  )
  await reader.query('commit')
  expect(await migrate(database.url)).toEqual([NAME])
})
