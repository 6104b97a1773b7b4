import { readDatabaseAddress } from '../database/database.ts'
import { isDatabaseHere, isThisMachine } from './this-machine.ts'

/** Whether what goes to this address of a service can be read by who sits between. */
function isPlain(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol !== 'https:' && protocol !== 'rediss:' && !isThisMachine(hostname)
}

/** Without a certificate that is looked at, whoever sits between can be the database. */
function isPlainDatabase(url: string, environment: NodeJS.ProcessEnv): boolean {
  if (isDatabaseHere(url, environment)) return false
  const { ssl } = readDatabaseAddress(url)
  return !ssl || (typeof ssl === 'object' && ssl.rejectUnauthorized === false)
}

interface Addresses {
  readonly databaseUrl: string
  /** By the names of the variables that they come from. */
  readonly services: Readonly<Record<string, string | null | undefined>>
}

/** The variables whose addresses lead to another machine without TLS. */
export function findPlainLines(
  { databaseUrl, services }: Addresses,
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  const plain = Object.entries(services).flatMap(([name, url]) => (url && isPlain(url) ? [name] : []))
  return isPlainDatabase(databaseUrl, environment) ? ['DATABASE_URL', ...plain] : plain
}
