import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate, migrationNames } from '../apps/api/src/database/migrate.ts'
import { startDatabase } from './database.ts'
import { layPreparedCluster } from './prepared-cluster.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-prepared-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a copy is started as one’s own of an earlier start: a database that is made there has every migration, and no row of a seed', async () => {
  await layPreparedCluster(folder)
  const said: string[] = []
  const database = await startDatabase({
    dataFolder: folder,
    log: 'ignore',
    say: (line) => said.push(line),
    started: () => {},
    lost: (reason) => said.push(reason),
  })
  try {
    const url = await database.open('kapao_th')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select name from migration order by name')
    expect(rows.map(({ name }) => name)).toEqual([...(await migrationNames())].sort())
    expect((await client.query('select 1 from operator_setting')).rows).toEqual([])
    await client.end()
    expect(await migrate(url)).toEqual([])
  } finally {
    await database.stop()
  }
  expect(said).toEqual([])
})
