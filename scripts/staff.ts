// `npm run staff -- …`: the desk's accounts, in the database of the Kapao that runs here or of DATABASE_URL.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { runningDatabase } from './database-cluster.ts'
import { messageOf, PlainError } from './plain-error.ts'
import { readSettings, repositoryRoot } from './settings.ts'

async function findDatabase(): Promise<string> {
  const settings = readSettings(process.env, false)
  if (settings.databaseUrl !== null) return settings.databaseUrl
  const url = runningDatabase(settings.dataFolder, `kapao_${settings.region}`)
  const client = url === null ? null : new pg.Client({ connectionString: url })
  try {
    await client?.connect()
    await client?.end()
  } catch {
    throw new PlainError(
      `Kapao is not running on ${settings.dataFolder}. Start it with npm start, then try again.`,
    )
  }
  if (url === null)
    throw new PlainError(
      `There is no database in ${settings.dataFolder} yet. Start Kapao with npm start first.`,
    )
  return url
}

try {
  const env = { ...process.env, DATABASE_URL: await findDatabase() }
  const program = join(repositoryRoot, 'apps/api/src/main-staff.ts')
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
    env,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} catch (error) {
  console.error(error instanceof PlainError ? error.message : messageOf(error))
  process.exitCode = 1
}
