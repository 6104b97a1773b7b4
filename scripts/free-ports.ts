import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Lock, takeLock } from './lock.ts'
import { codeOf, PlainError } from './plain-error.ts'

/** Why nobody can listen there: 'EADDRINUSE', 'EACCES' ...; null when it is free. */
export function portTrouble(port: number, host?: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(codeOf(error) || error.message))
    server.listen({ port, ...(host === undefined ? {} : { host }), exclusive: true }, () =>
      server.close(() => resolve(null)),
    )
  })
}

/** Both ends belong to it. */
export interface Ports {
  readonly first: number
  readonly last: number
}

const OUTGOING = '/proc/sys/net/ipv4/ip_local_port_range'
/** Linux where nobody has decided otherwise; all other systems begin higher. */
const USUALLY_OUTGOING: Ports = { first: 32_768, last: 65_535 }

/** Those that the system gives to outgoing connections. */
export function outgoingPorts(): Ports {
  try {
    const [, first, last] = /^(\d+)\s+(\d+)/.exec(readFileSync(OUTGOING, 'utf8')) ?? []
    return first === undefined ? USUALLY_OUTGOING : { first: Number(first), last: Number(last) }
  } catch {
    return USUALLY_OUTGOING
  }
}

const LOWEST = 15_000
const HIGHEST = 65_535
const ENOUGH = 1_000

/**
 * Below those of outgoing connections, or above them: one of theirs may be taken by any request between the moment it was found free and the
 * moment its server listens. Where nearly all are theirs, some of them.
 */
export function portsApartFrom({ first, last }: Ports): Ports {
  const apart = [
    { first: LOWEST, last: first - 1 },
    { first: last + 1, last: HIGHEST },
  ]
  return (
    apart.find((ports) => ports.last - ports.first >= ENOUGH) ?? {
      first: LOWEST,
      last: USUALLY_OUTGOING.first - 1,
    }
  )
}

const claims: Lock[] = []
process.once('exit', () => {
  for (const claim of claims) claim.release()
})

/** Whether this process has it from now on, for as long as it lives: no other that asks here gets it meanwhile. */
export function claimPort(port: number): boolean {
  try {
    claims.push(takeLock(join(tmpdir(), `kapao-port-${port}`), `Port ${port}`))
    return true
  } catch (error) {
    // Where nothing can be written down, nobody else has done so either.
    return !(error instanceof PlainError)
  }
}

/** A port that is free at this moment, on loopback and on all addresses, and was given to no process that still lives, this one included. */
export async function freePort(): Promise<number> {
  const { first, last } = portsApartFrom(outgoingPorts())
  for (;;) {
    const port = randomInt(first, last + 1)
    if ((await portTrouble(port, '127.0.0.1')) !== null || (await portTrouble(port)) !== null) continue
    if (claimPort(port)) return port
  }
}
