import { hasOwnSealSecret, readSealKeys } from '../config.ts'
import { readDatabaseAddress } from '../database.ts'
import type { SealKeys } from '../seal.ts'
import { StaffCommandError } from './command.ts'

/**
 * Whether a database's address is this machine's, where the API was as likely started without a secret. By the address alone: the near end of a
 * tunnel (127.0.0.1) is here, too, and who works through one is told, not refused.
 */
function isHere(databaseUrl: string, { PGHOST }: NodeJS.ProcessEnv): boolean {
  const host = readDatabaseAddress(databaseUrl).host || PGHOST || 'localhost'
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
}

/**
 * The keys for what is sealed from a shell and opened by the API. A shell may lack the secret that the API was started with, and nothing
 * shows before somebody stands at the desk with a code that is not taken. Of another machine's database that is sure enough to refuse it.
 */
export function readShellSealKeys(
  environment: NodeJS.ProcessEnv,
  databaseUrl: string,
  say: (line: string) => void,
): SealKeys {
  if (!hasOwnSealSecret(environment)) {
    if (!isHere(databaseUrl, environment))
      throw new StaffCommandError(
        'KAPAO_SEAL_SECRET is not set here, and the database is another machine’s: set the secret that its API has. Nothing was changed.',
      )
    say(
      'KAPAO_SEAL_SECRET is not set here: an API that has a secret of its own will not be able to open this.',
    )
  }
  return readSealKeys(environment)
}
