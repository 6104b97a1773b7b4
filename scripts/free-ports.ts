import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { codeOf } from './plain-error.ts'

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

// Below the ports that systems give to outgoing connections (Linux from 32768, others from 49152): one of those may be taken by any
// request between the moment it was found free and the moment its server listens.
const FIRST = 15_000
const LAST = 32_000

const given = new Set<number>()

/** A port that is free at this moment, on loopback and on all addresses, and was not given to this process before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (given.has(port)) continue
    if ((await portTrouble(port, '127.0.0.1')) !== null || (await portTrouble(port)) !== null) continue
    given.add(port)
    return port
  }
}
