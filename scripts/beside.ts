// Programs that work on the database of the Kapao that runs here, or of DATABASE_URL, beside it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { runningDatabase } from './database-cluster.ts'
import { fileStoreBeside } from './file-store-place.ts'
import { outsideBeside, refuseMissingSecrets } from './outside-address.ts'
import { messageOf, PlainError } from './plain-error.ts'
import { readSettings, repositoryRoot, type Settings } from './settings.ts'

async function findDatabase(settings: Settings): Promise<string> {
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

/** Runs one of the api's programs on that database, with the command's own words, `more` in its environment. Answers its exit code. */
export function runOn(
  databaseUrl: string,
  settings: Settings,
  program: string,
  more: NodeJS.ProcessEnv = {},
): Promise<number> {
  const env = {
    ...process.env,
    ...more,
    KAPAO_GATEWAY_URL: outsideBeside(process.env, settings),
    DATABASE_URL: databaseUrl,
    KAPAO_REGION: settings.region,
    KAPAO_DATA: settings.dataFolder,
  }
  const path = join(repositoryRoot, 'apps/api/src', program)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path, ...process.argv.slice(2)], { env, stdio: 'inherit' })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Says what stands in the way in words, and ends with code 1. */
export async function inWords(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : messageOf(error))
    process.exitCode = 1
  }
}

/**
 * `needs`: 'files' for a program that reads or writes the file store, which must be that Kapao's; 'secrets' for one that must know and be known
 * to the outside as that Kapao, 'gateway' for one that only asks it.
 */
export async function runBeside(
  program: string,
  needs: 'files' | 'secrets' | 'gateway' | null = null,
): Promise<void> {
  await inWords(async () => {
    const settings = readSettings(process.env, false)
    if (needs === 'secrets') refuseMissingSecrets(process.env, settings.dataFolder)
    if (needs === 'gateway') refuseMissingSecrets(process.env, settings.dataFolder, ['KAPAO_GATEWAY_SECRET'])
    const more = needs === 'files' ? fileStoreBeside(process.env, settings.dataFolder) : {}
    return runOn(await findDatabase(settings), settings, program, more)
  })
}
