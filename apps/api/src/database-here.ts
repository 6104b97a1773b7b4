import { readDatabaseAddress } from './database.ts'

/**
 * Whether a database's address is this machine's, where the API was as likely started without a secret. By the address alone: the near end of a
 * tunnel (127.0.0.1) is here, too, and who works through one is told, not refused.
 */
export function isDatabaseHere(databaseUrl: string, { PGHOST }: NodeJS.ProcessEnv): boolean {
  const host = readDatabaseAddress(databaseUrl).host || PGHOST || 'localhost'
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
}
