// A database is of one region for good: what is started for the other one fills nothing, serves nothing and backs nothing up.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../../scripts/test-database.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { backUp } from '../backup/backup.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { readConfig } from '../environment/config.ts'
import { openDiskStore } from '../files/disk-store.ts'
import { databaseMisfit } from './region.ts'
import { seedOperator } from './seed.ts'

let place: TestDatabase
let database: Database

beforeEach(async () => {
  place = await createTestDatabase('la')
  database = openDatabase(place.url, 2)
})
afterEach(async () => {
  await database.close()
  await place.drop()
})

const OTHER = 'the database is of the region la, and this was started for th'
const configOf = (region: 'th' | 'la') =>
  readConfig({ NODE_ENV: 'test', DATABASE_URL: place.url, KAPAO_REGION: region })
const forget = () => database.query("delete from operator_setting where name = 'region'")
const kept = () => database.query("select value from operator_setting where name = 'region'")
const write = (currencies: readonly string[]) =>
  database.query("update operator_setting set value = $1 where name = 'currencies'", [
    JSON.stringify(currencies),
  ])

describe('the seed', () => {
  it('keeps the region, whatever the operator makes of the currencies later', async () => {
    expect(await kept()).toEqual([{ value: 'la' }])
    await write(['THB'])
    await expect(seedOperator(database, configOf('th'))).rejects.toThrow(OTHER)
  })

  it('of the other region is refused, and adds nothing', async () => {
    await database.query("delete from operator_setting where name = 'qrMinutes'")
    await expect(seedOperator(database, configOf('th'))).rejects.toThrow(OTHER)
    expect(await database.query("select 1 from operator_setting where name = 'qrMinutes'")).toEqual([])
  })

  it('gives a database of a release before the region that its currencies are of', async () => {
    await forget()
    await expect(seedOperator(database, configOf('th'))).rejects.toThrow(OTHER)
    await seedOperator(database, configOf('la'))
    expect(await kept()).toEqual([{ value: 'la' }])
  })

  it.each([[['USD']], [['LAK', 'THB']]])(
    'and where %j tell nothing, the one that is set',
    async (currencies) => {
      await forget()
      await write(currencies)
      await seedOperator(database, configOf('th'))
      expect(await kept()).toEqual([{ value: 'th' }])
    },
  )
})

it('a backup for the other region is none', async () => {
  const work = { databaseUrl: place.url, files: openDiskStore(await temporaryFolder('files')) }
  const backed = (region: 'th' | 'la', folder: string) => backUp({ ...work, region, folder })
  await expect(backed('th', await temporaryFolder('backup'))).rejects.toThrow(OTHER)
  expect((await backed('la', await temporaryFolder('backup'))).region).toBe('la')
})

it('an empty database is for the migrations alone', async () => {
  const empty = await createEmptyDatabase()
  const opened = openDatabase(empty.url, 1)
  expect(await databaseMisfit(opened, 'th')).toBe('the database is empty: run main-migrate.ts first')
  await opened.close()
  await empty.drop()
})

/** What an entry says as it refuses, started without a region. */
async function refusal(entry: string, ...words: string[]): Promise<string> {
  const path = fileURLToPath(new URL(`../${entry}.ts`, import.meta.url))
  const { PATH } = process.env
  const env = {
    PATH,
    DATABASE_URL: place.url,
    HOST: '127.0.0.1',
    PORT: '0',
    KAPAO_GATEWAY_URL: 'http://127.0.0.1:9',
  }
  return promisify(execFile)(process.execPath, [path, ...words], { env }).then(
    () => 'started',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  )
}

it.each([
  ['main-api'],
  ['main-worker'],
  ['main-migrate'],
  ['main-reconcile'],
  ['main-member', 'list'],
  ['main-deposits', 'list'],
  ['main-staff', 'list'],
  ['main-reseal'],
])('%s without the region that the database has says so', async (entry, ...words) => {
  expect(await refusal(entry, ...words)).toContain(OTHER)
})
