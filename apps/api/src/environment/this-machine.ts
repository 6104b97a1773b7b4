import { BlockList, isIP } from 'node:net'
import { readDatabaseAddress } from '../database/database.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Whether a host, as an address has it, is surely this machine: nobody sits between, and no certificate is needed. A name that leads here on most machines
 * may lead elsewhere on another one.
 */
export function isThisMachine(host: string): boolean {
  // The folder of a socket.
  if (host.startsWith('/')) return true
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  if (family === 0) return host === 'localhost'
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Whether a database's address is this machine's, where the API was as likely started without a secret. By the address alone: the near end of a
 * tunnel (127.0.0.1) is here, too, and who works through one is told, not refused.
 */
export function isDatabaseHere(databaseUrl: string, environment: NodeJS.ProcessEnv): boolean {
  return isThisMachine(readDatabaseAddress(databaseUrl).host || environment.PGHOST || 'localhost')
}
