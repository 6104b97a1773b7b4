// What an operator may write, and what is refused so that the last good state stays.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createTestDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { LEAST_NOT_FOUND_SECONDS, readSettings, settingNames } from './settings.ts'

let test: TestDatabase
let database: Database
let seeded: ReadonlyMap<string, unknown>

beforeAll(async () => {
  test = await createTestDatabase('la')
  database = openDatabase(test.url, 1)
  const rows = await database.query<{ name: string; value: unknown }>(
    'select name, value from operator_setting',
  )
  seeded = new Map(rows.map(({ name, value }) => [name, value]))
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

it.each(['th', 'la'])('a new operator in %s begins with every setting, under its name', (region) => {
  const file = readFileSync(new URL(`../../regions/${region}.yaml`, import.meta.url), 'utf8')
  expect(Object.keys(parse(file).settings).toSorted()).toEqual(settingNames.toSorted())
})

const withChanged = (changes: object) => new Map([...seeded, ...Object.entries(changes)])

it.each([
  ['inviteFailPercent', 100, 'a bonus that has failed as it begins'],
  ['refundFailPercent', 100, 'a refund that has failed as it begins'],
  ['inviteSuccessPercent', 3_000_000_000, 'more than the books can hold'],
  ['refundPercent', 101, 'more than was lost'],
  ['timeZone', '+07:00', 'an offset, which PostgreSQL counts the other way round'],
  ['withdrawMax', { LAK: 1_000 }, 'no most for baht'],
  ['transferMin', { BAHT: 1 }, 'no least for kip'],
  ['withdrawMin', { LAK: 1_000_000_000, BAHT: 1 }, 'a least above the most'],
])('%s may not be %j: %s', (name, value, _why) => {
  expect(() => readSettings(seeded)).not.toThrow()
  expect(() => readSettings(withChanged({ [name]: value }))).toThrow(`operator setting ${name}`)
})

it('of a currency that nobody can begin with any more limits may stay', () => {
  expect(readSettings(withChanged({ currencies: ['LAK'] })).withdrawMin).toHaveProperty('BAHT')
})

it.each([1, 30, LEAST_NOT_FOUND_SECONDS])(
  'money whose transfer nobody has heard of is held for minutes, where %d seconds are written',
  (seconds) => {
    const read = readSettings(withChanged({ transferNotFoundSeconds: seconds }))
    expect(read.transferNotFoundSeconds).toBe(LEAST_NOT_FOUND_SECONDS)
  },
)

it('and for longer where the operator says so', () => {
  expect(readSettings(withChanged({ transferNotFoundSeconds: 3_600 })).transferNotFoundSeconds).toBe(3_600)
})

it.each([
  ['30', 300],
  ['180', 180],
  ['"half a minute"', 'half a minute'],
])(
  'of an installation whose transfers nobody has heard of were given back after %s seconds, that is %j once it is brought up to date',
  async (written, after) => {
    const name = 'transferNotFoundSeconds'
    await database.query('update operator_setting set value = $2::jsonb where name = $1', [name, written])
    await database.query("delete from migration where name = '0127_held_until_known.sql'")
    await migrate(test.url)
    expect(await database.query('select value from operator_setting where name = $1', [name])).toEqual([
      { value: after },
    ])
  },
)
