// Node takes one line of a listening socket for each turn of its event loop. When a crowd comes its turns are long, and the crowd would wait
// for its lines (docs/decisions/overload.md). So several sockets listen on the one port, where the system can share it, and all that they take
// becomes the one HTTP server's.
import { once } from 'node:events'
import type { ListenOptions, Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { LINES_IN_LINE } from './connections.ts'

/** So many lines for each turn, when as many wait: with 16 a crowd that came by new ones waited for seconds. */
const LISTENERS = 128

interface Place {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
}

/** For a server that is there for its place alone: whoever comes by would keep it from closing. */
const hangUp = (line: Socket) => void line.destroy()

async function open(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options)
  await once(server, 'listening')
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  await once(server, 'close')
}

export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on no port')
  return address.port
}

/** Tried, not looked up: it takes Linux, and Node 22.12 or later. One that is older listens without a word of the option. */
async function canShare(host: string): Promise<boolean> {
  // Elsewhere the port would be shared without lines being dealt out, or a claim to it could not be made.
  if (process.platform !== 'linux') return false
  const [one, other] = [createServer(hangUp), createServer(hangUp)]
  try {
    await open(one, { host, port: 0, reusePort: true })
    await open(other, { host, port: portOf(one), reusePort: true })
    return true
  } catch {
    return false
  } finally {
    await Promise.all([close(one), close(other)])
  }
}

const isInUse = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * A port that may be shared could be shared with a second Kapao started by mistake. It is to be refused as ever: whoever
 * is on the port already refuses a socket that would have it alone, and of two that start in the same moment only one gets the name (an
 * abstract one: it goes with its process). Answers what holds the name; null where the system gives no such names, and so the port cannot be shared.
 */
async function claim({ host, port }: Place): Promise<Server | null> {
  const name = createServer(hangUp)
  const alone = createServer(hangUp)
  try {
    await open(name, { path: `\0kapao ${host}:${port}` })
  } catch (error) {
    if (isInUse(error)) throw new Error(`another Kapao listens on ${host}:${port}`, { cause: error })
    return null
  }
  try {
    await open(alone, { host, port })
    await close(alone)
  } catch (error) {
    await close(name)
    throw error
  }
  return name.unref()
}

interface Opened {
  readonly others: readonly Server[]
  readonly name: Server | null
  closed: Promise<unknown>
}

const opened = new WeakMap<FastifyInstance, Opened>()

/** Closing the app closes what it listens by. To be said while it is built: one that has answered takes no more hooks. */
export function closeListening(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const its = opened.get(app)
    if (its) its.closed = Promise.all(its.others.map(close))
  })
  // After the HTTP server's own end, which hangs up on those that are idle.
  app.addHook('onClose', async () => {
    const its = opened.get(app)
    await its?.closed
    if (its?.name) await close(its.name)
  })
}

/** Listens there, with as many sockets as it takes. Closing the app closes them all, and waits for what their lines still have to say. */
export async function listenAt(app: FastifyInstance, place: Place): Promise<void> {
  const backlog = LINES_IN_LINE
  const isClaimed = place.port !== 0
  const isShared = await canShare(place.host)
  const name = isShared && isClaimed ? await claim(place) : null
  if (!isShared || (isClaimed && name === null)) {
    await app.listen({ ...place, backlog })
    return
  }
  // Half-open lines and no waiting for fuller packets: as the HTTP server makes its own.
  const others = Array.from({ length: LISTENERS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  )
  opened.set(app, { others, name, closed: Promise.resolve() })
  const shared = { ...place, backlog, reusePort: true }
  await app.listen(shared)
  const port = portOf(app.server)
  for (const other of others) {
    await open(other, { ...shared, port })
    other.on('error', (error) => app.log.error({ err: error }, 'a line was not taken'))
  }
}
