import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { getRollbackPlans, PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../../scripts/test-database.ts'
import { countingJob as job } from '../../test/counting-job.ts'
import { reconciling } from '../../test/reconciling.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { backUp } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openDiskStore } from '../files/disk-store.ts'
import { type ClockJob, startClock } from './clock.ts'
import { clockJobs } from './clock-jobs.ts'
import { CLOCK_SCHEMA, CLOCK_VERSION } from './clock-schema.ts'

let server: TestServer
const started: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

async function start(jobs: readonly ClockJob[], databaseUrl = server.config.databaseUrl) {
  const { operator, log } = server
  const clock = await startClock({ databaseUrl, operator, jobs, log, pollSeconds: 0.5 })
  started.push(clock)
  return clock
}

const statesOf = async (boss: PgBoss, name: string) => (await boss.findJobs(name)).map(({ state }) => state)

describe('the schema that they are kept in', () => {
  const setVersion = (version: number) =>
    server.database.query('update pgboss.version set version = $1', [version])

  it('is made by the migrations, once, and brought up from an older shape with what is in it', async () => {
    const empty = await createEmptyDatabase()
    const client = new pg.Client({ connectionString: empty.url })
    await client.connect()
    try {
      const made = `${CLOCK_SCHEMA} ${CLOCK_VERSION}`
      expect(await migrate(empty.url)).toContain(made)
      expect(await migrate(empty.url)).toEqual([])
      const boss = new PgBoss({ connectionString: empty.url, migrate: false })
      await boss.start()
      await boss.createQueue('kept')
      await boss.stop()
      const indexes = "select indexdef from pg_indexes where schemaname = 'pgboss' order by 1"
      const shape = (await client.query(indexes)).rows
      await client.query(getRollbackPlans(CLOCK_SCHEMA, CLOCK_VERSION))
      expect((await client.query(indexes)).rows).not.toEqual(shape)
      expect(await migrate(empty.url)).toEqual([made])
      expect((await client.query(indexes)).rows).toEqual(shape)
      const { rows } = await client.query("select name from pgboss.queue where name = 'kept'")
      expect(rows).toHaveLength(1)
    } finally {
      await client.end()
      await empty.drop()
    }
  })

  it('is refused when it is older than the release, or not there', async () => {
    await setVersion(CLOCK_VERSION - 1)
    await expect(start([])).rejects.toThrow(
      `is of version ${CLOCK_VERSION - 1}, and this release needs ${CLOCK_VERSION}: run main-migrate.ts first`,
    )
    await setVersion(CLOCK_VERSION)
    await server.database.query('alter schema pgboss rename to elsewhere')
    await expect(start([])).rejects.toThrow('is not there')
    await server.database.query('alter schema elsewhere rename to pgboss')
  })

  it('may be newer: a release that was taken back works on, and leaves it so', async () => {
    await setVersion(CLOCK_VERSION + 1)
    const { boss } = await start([job(async () => undefined)])
    await boss.send('counting')
    await expect.poll(() => statesOf(boss, 'counting')).toEqual(['completed'])
    expect(await server.database.query('select version from pgboss.version')).toEqual([
      { version: CLOCK_VERSION + 1 },
    ])
    await setVersion(CLOCK_VERSION)
  })
})

it('a restored machine has schedules made anew, and runs by them: the old ones are in no backup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kapao-clock-'))
  const empty = await createEmptyDatabase()
  const database = openDatabase(empty.url, 2)
  try {
    const { config, files, log } = server
    const from = { databaseUrl: config.databaseUrl, region: config.region, files }
    const { tables } = await backUp({ ...from, folder: join(folder, 'backup') })
    const known = await server.database.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    )
    const names = new Set(known.map(({ name }) => name))
    expect(tables.filter(({ name }) => !names.has(name))).toEqual([])
    const to = { databaseUrl: empty.url, region: config.region, files: openDiskStore(join(folder, 'files')) }
    await restore({ ...to, folder: join(folder, 'backup') })
    await migrate(empty.url)
    const { boss } = await start(clockJobs({ ...reconciling(server), database, files, log }), empty.url)
    expect((await boss.getSchedules()).map(({ name }) => name)).toEqual([
      'files',
      'nights',
      'tidy',
      'tidy-whole',
    ])
    await boss.send('tidy')
    await expect.poll(() => statesOf(boss, 'tidy')).toContain('completed')
    await started.pop()?.stop()
  } finally {
    await database.close()
    await empty.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
