import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../scripts/test-database.ts'
import { logged } from '../test/process-log.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { openDatabase } from './database/database.ts'

const MUST = 'must lead to a folder that can be written to'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())

it('the API does not start with a list of breached passwords that is not there', async () => {
  const list = { KAPAO_BREACHED_PASSWORDS: '/nowhere/list.txt' }
  expect(await logged('main-api', { DATABASE_URL: place.url, ...list })).toContain(
    'KAPAO_BREACHED_PASSWORDS names /nowhere/list.txt, which cannot be read: ENOENT',
  )
})

it('the API says at its start when it may open fewer files than its connections and the rest want', async () => {
  const said = async (connections: string) => {
    const environment = { DATABASE_URL: place.url, KAPAO_CONNECTIONS: connections }
    const limited = ['-c', 'ulimit -n 3000 && exec "$0" "$@"', process.execPath]
    const lines = await logged('main-api', environment, { execPath: '/bin/sh', execArgv: limited })
    expect(lines).toContain('"msg":"stopping"')
    return /"openFiles":.*$/m.exec(lines)?.[0]
  }
  expect(await said('2001')).toBe(
    '"openFiles":3000,"wanted":3001,"msg":"ulimit -n is less than KAPAO_CONNECTIONS and a thousand"}',
  )
  expect(await said('2000')).toBeUndefined()
})

it('the API does not start where files could not come to, and has a folder for its user alone where they can', async () => {
  const start = (folder: string) => logged('main-api', { DATABASE_URL: place.url, TMPDIR: folder })
  const file = import.meta.filename
  const folder = `kapao-uploads-${process.getuid?.()}`
  expect(await start(file)).toContain(`TMPDIR ${MUST}, and ${join(file, folder)} cannot: ENOTDIR`)
  const empty = await temporaryFolder('tmpdir')
  expect(await start(empty)).toContain('"msg":"stopping"')
  expect(await readdir(empty)).toEqual([folder])
  await chmod(join(empty, folder), 0o755)
  expect(await start(empty)).toContain(`TMPDIR leads to ${join(empty, folder)}, which others may look into`)
})

describe.each(['main-api', 'main-worker'])('%s does not start where its files cannot be kept', (entry) => {
  const file = import.meta.filename
  it.each([
    ['a file', { KAPAO_FILES: file }, `KAPAO_FILES ${MUST}, and ${file} cannot: EEXIST`],
    [
      'a folder that takes nothing',
      { KAPAO_FILES: '/proc' },
      `KAPAO_FILES ${MUST}, and /proc cannot: ENOENT`,
    ],
    ['below a file', { KAPAO_DATA: file }, `KAPAO_DATA ${MUST}, and ${file}/files cannot: ENOTDIR`],
  ])('%s', async (_what, folder, words) => {
    const lines = await logged(entry, { DATABASE_URL: place.url, ...folder })
    expect(lines.trim().split('\n')).toEqual([expect.stringContaining(words)])
  })

  it('but a bucket keeps them', async () => {
    const bucket = {
      KAPAO_S3_ENDPOINT: 'http://127.0.0.1:9',
      KAPAO_S3_BUCKET: 'b',
      KAPAO_S3_ACCESS_KEY: 'a',
      KAPAO_S3_SECRET_KEY: 's',
    }
    const lines = await logged(entry, { DATABASE_URL: place.url, KAPAO_FILES: file, ...bucket })
    expect(lines).toContain('"msg":"stopping"')
  })
})

it.each([
  ['main-api', 'Server listening at'],
  ['main-worker', 'Worker working'],
])('%s says that it has started', async (entry, line) => {
  expect(await logged(entry, { DATABASE_URL: place.url })).toContain(`"msg":"${line}`)
})

describe.each(['main-api', 'main-worker'])('%s before the migrations', (entry) => {
  const NOT_READY = /the database is not ready for this release: run main-migrate.ts first[^(]*\(([^)]*)\)/
  const said = async (url: string) => NOT_READY.exec(await logged(entry, { DATABASE_URL: url }))?.[1]

  it('says so as a user to whom nothing was given yet', async () => {
    expect(await said(`${place.url}?options=-c%20role%3Dpg_monitor`)).toBe(
      'permission denied for table operator_setting',
    )
  })

  it('says so where a table of this release is missing', async () => {
    const earlier = await createTestDatabase()
    const database = openDatabase(earlier.url, 1)
    await database.query('alter table operator_wallet rename to operator_wallet_to_be')
    await database.close()
    expect(await said(earlier.url)).toContain('does not exist')
    await earlier.drop()
  })
})

describe.each([
  ['main-api', 'stopping'],
  ['main-worker', 'stopping'],
  ['main-migrate', 'the database is up to date'],
])('%s', (entry, line) => {
  it('logs from the level on that is set', async () => {
    const at = (level: string) => logged(entry, { DATABASE_URL: place.url, KAPAO_LOG_LEVEL: level })
    expect(await at('info')).toContain(`"msg":"${line}"`)
    expect(await at('fatal')).toBe('')
  })

  it('says why it cannot start', async () => {
    expect(await logged(entry, { KAPAO_LOG_LEVEL: 'fatal' })).toContain('DATABASE_URL is not set')
  })
})
