import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../scripts/test-database.ts'
import { type Database, isOutage, openDatabase } from './database.ts'

let place: TestDatabase
let database: Database

beforeAll(async () => {
  place = await createTestDatabase()
  database = openDatabase(place.url, 3)
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

/** As when the server dies: every connection but the asking one is cut, whatever it is doing. */
async function cutAllOthers(): Promise<void> {
  const cut = await database.query<{ cut: boolean }>(
    `select pg_terminate_backend(pid, 5000) as cut from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(cut).toContainEqual({ cut: true })
}

describe('a connection that breaks', () => {
  it('between two statements of a transaction fails that transaction and nothing else', async () => {
    const failed = database.transaction(async (tx) => {
      await tx.query('select 1')
      await cutAllOthers()
      await tx.query('select 2')
    })
    await expect(failed).rejects.toSatisfy(isOutage)
    expect(await database.query('select 3 as three')).toEqual([{ three: 3 }])
  })

  it('while it holds a lock lets the lock go, and the process live', async () => {
    const held = await database.tryLock('a lock')
    await cutAllOthers()
    await held?.release()
    const again = await database.tryLock('a lock')
    expect(again).not.toBeNull()
    await again?.release()
  })
})
