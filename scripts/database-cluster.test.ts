import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDatabase } from './database.ts'

let folder: string
let home: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-cluster-'))
  chmodSync(folder, 0o755)
  home = join(folder, 'database')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What a start leaves behind that is killed at one moment or another of making the database. */
const interrupted: [string, () => void][] = [
  ['before initdb', () => mkdirSync(home, { mode: 0o700 })],
  [
    'in the midst of initdb',
    () => {
      mkdirSync(join(home, 'unfinished-4711', 'base'), { recursive: true, mode: 0o700 })
      writeFileSync(join(home, 'unfinished-4711', 'PG_VERSION'), '18\n')
      writeFileSync(join(home, 'password'), 'of-before', { mode: 0o600 })
    },
  ],
]

test.for(interrupted)('a first start that ended %s is made good by the next', async ([, leave]) => {
  leave()
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const database = await startDatabase({
    dataFolder: folder,
    log: 'ignore',
    say,
    started: () => {},
    lost: say,
  })
  const client = new pg.Client({ connectionString: await database.open('purse') })
  try {
    await client.connect()
    expect((await client.query('SELECT 42 AS coins')).rows).toEqual([{ coins: 42 }])
  } finally {
    await client.end()
    await database.stop()
  }
  expect(readdirSync(home)).toEqual(['cluster-18'])
  expect(said).toEqual([])
})

const quiet = { log: 'ignore', say: () => {}, started: () => {}, lost: () => {} } as const

test('a damaged cluster does not start, and the log that tells more is named', async () => {
  const options = { ...quiet, dataFolder: folder }
  const database = await startDatabase(options)
  await database.stop()
  rmSync(join(home, 'cluster-18', 'global', 'pg_control'))
  await expect(startDatabase({ ...options, logPath: '/logs/database.log' })).rejects.toThrow(
    'The database did not start: PostgreSQL does not start; what it said is in /logs/database.log.',
  )
})

test('where the password was kept damaged, that is said', async () => {
  writeFileSync(join(folder, 'database.json'), '{"home":nu')
  await expect(startDatabase({ ...quiet, dataFolder: folder })).rejects.toThrow(
    'is damaged: it holds no password for the database.',
  )
})
