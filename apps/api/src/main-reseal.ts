import { hasOwnSealSecret, readSealKeys } from './config.ts'
import { openDatabase } from './database.ts'
import { reseal } from './keeping/reseal.ts'
import type { SealKeys } from './seal.ts'

const { DATABASE_URL: databaseUrl } = process.env
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set\n')
  process.exit(1)
}
// Else everything would be sealed under the secret that everybody can read in the sources.
if (!hasOwnSealSecret(process.env)) {
  process.stderr.write(
    'KAPAO_SEAL_SECRET is not set: it is the secret of now, which the API has. Nothing was changed.\n',
  )
  process.exit(1)
}

/** Ends in words where one of them may be no secret of an API. */
function readKeys(): SealKeys {
  try {
    return readSealKeys(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}. Nothing was changed.\n`)
    process.exit(1)
  }
}

const keys = readKeys()
// With one key alone nothing names its key, and everything would be sealed again and again.
if (keys.all.length === 1) {
  process.stderr.write(
    'KAPAO_SEAL_SECRET_OTHER is not set: it is the secret of before, which this seals anew under KAPAO_SEAL_SECRET. Nothing was changed.\n',
  )
  process.exit(1)
}
const database = openDatabase(databaseUrl, 2)
try {
  for (const { what, anew, before, unreadable } of await reseal(database, keys)) {
    process.stdout.write(
      `${what}: ${anew} sealed anew, ${before} were so before, ${unreadable} cannot be opened\n`,
    )
    if (unreadable > 0) process.exitCode = 1
  }
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
} finally {
  await database.close()
}
