import { afterEach, beforeEach } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../scripts/test-database.ts'
import { type Database, openDatabase } from '../src/database/database.ts'

/** A database of its own for each test of a file: one that a try would begin with. */
export function onTestDatabase(begin: (place: TestDatabase, database: Database) => void): void {
  let place: TestDatabase
  let database: Database
  beforeEach(async () => {
    place = await createTestDatabase()
    database = openDatabase(place.url, 2)
    begin(place, database)
  })
  afterEach(async () => {
    await database.close()
    await place.drop()
  })
}
