import { hasOwnGiftSecret } from '../environment/config.ts'
import { isDatabaseHere } from '../environment/this-machine.ts'

/**
 * Gifts are recognised by what their codes give under a secret: under another every gift in the books is unknown here and unknown there, which is
 * stored as a report and alarms. A shell may lack the secret that the API was started with, and of another machine's database that is sure enough.
 */
export function refuseForeignGiftKey(
  environment: NodeJS.ProcessEnv,
  databaseUrl: string,
  say: (line: string) => void,
): void {
  if (hasOwnGiftSecret(environment)) return
  if (!isDatabaseHere(databaseUrl, environment))
    throw new Error(
      'KAPAO_SEAL_SECRET is not set here, and the database is another machine’s: set the secrets that its API has. Nothing was compared.',
    )
  say('KAPAO_SEAL_SECRET is not set here: gifts of an API that has a secret of its own are not recognised.')
}
