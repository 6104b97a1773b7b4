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

/** A loopback port that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
