import { hasOwnSealSecret, readSealKeys } from '../environment/config.ts'
import { isDatabaseHere } from '../environment/this-machine.ts'
import type { SealKeys } from '../sealing/seal.ts'
import { StaffCommandError } from './command.ts'

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
    if (!isDatabaseHere(databaseUrl, environment))
      throw new StaffCommandError(
        'KAPAO_SEAL_SECRET is not set here, and the database is another machine’s: set the secret that its API has. Nothing was changed.',
      )
    say(
      'KAPAO_SEAL_SECRET is not set here: an API that has a secret of its own will not be able to open this.',
    )
  }
  return readSealKeys(environment)
}
