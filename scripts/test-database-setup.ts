// Vitest's global set-up of the api tests: one real PostgreSQL for the whole run, one migrated template per region.
// Its keeper stops it and removes its folder when the run ends, however it ends.
import { execFile } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startDatabase } from './database.ts'
import { messageOf } from './plain-error.ts'
import { repositoryRoot } from './settings.ts'
import { databaseLogVariable, databaseUrlVariable, templateOf } from './test-database.ts'

const migrate = join(repositoryRoot, 'apps', 'api', 'src', 'main-migrate.ts')

export default async function setup(): Promise<() => Promise<void>> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kapao-test-database-'))
  const logPath = join(dataFolder, 'postgresql.log')
  const database = await startDatabase({
    dataFolder,
    log: openSync(logPath, 'a'),
    say: () => {},
    started: () => {},
    lost: (reason) =>
      console.error(`The test database is lost: ${reason}`, readFileSync(logPath, 'utf8').slice(-2000)),
    temporary: true,
    // It goes with the run: nothing of it is ever read after a crash, and to wait for the disk at each commit proves nothing.
    settings: { fsync: 'off', full_page_writes: 'off' },
  })
  try {
    for (const region of ['th', 'la'] as const) {
      const url = await database.open(templateOf(region))
      await migrateTemplate(url, region)
    }
  } catch (error) {
    await database.stop()
    throw error
  }
  process.env[databaseUrlVariable] = database.adminUrl
  process.env[databaseLogVariable] = logPath
  return () => database.stop()
}

async function migrateTemplate(url: string, region: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: url, KAPAO_REGION: region }
  try {
    await promisify(execFile)(join(repositoryRoot, 'node_modules', '.bin', 'node'), [migrate], { env })
  } catch (error) {
    throw new Error(`The migrations of the test database (${region}) failed: ${messageOf(error)}`)
  }
}
