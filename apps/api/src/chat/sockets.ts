import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { Server, type ServerOptions } from 'socket.io'
import { Counts } from '../counts.ts'
import { callerOf } from '../http/caller.ts'
import type { RouteContext } from '../http/route.ts'
import { authenticate } from '../session/session.ts'
import type { Line } from './line.ts'
import { readGuestId } from './party.ts'
import type { ClientSocket, SocketServer } from './socket-types.ts'
import { CustomersTyping } from './typing.ts'

/** Where the realtime line is. */
export const LINE_PATH = '/socket.io'

/** What a customer's socket may send is a room's name; the protocol's own frames are smaller still. */
const MOST_FRAME_BYTES = 16 * 1024
/** Of all connections, what one caller's sockets may hold: a mobile network puts many phones behind one address. 5,000 where nothing else is configured. */
const SHARE_OF_CALLER = 1 / 3
const JOINS_PER_MINUTE = 30
const MOST_ROOMS = 4
/** Sockets in one room: every tab and phone of one customer. Each of them gets each message. */
const MOST_IN_ROOM = 20
const ROOM = 'customer:'

/** What a socket's own events need of the process. */
export interface SocketContext extends RouteContext {
  readonly line: Line
}

type Ack = { readonly ok: true } | { readonly ok: false; readonly message: string }

/** The room of a customer's own sockets, by what follows the prefix in its public name. */
export function customerRoom(roomId: string): string {
  return `${ROOM}${roomId}`
}

/** The other way round; null for a room that is no customer's. */
function roomIdIn(room: string): string | null {
  return room.startsWith(ROOM) ? room.slice(ROOM.length) : null
}

/**
 * A page of another site may open a socket, with the browser's cookies at that, although it may make no request: whose pages may is what
 * CORS says of requests. What is no browser says no origin.
 */
export function isFromElsewhere({ headers }: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined || allowedOrigins.includes(origin)) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/** Counts connections by caller and turns away what is too many, or another site's. It guards this process, so it counts no other's. */
function guardDoor(io: SocketServer, { allowedOrigins, trustedProxies, mostConnections }: Neighbours): void {
  const counts = new Counts()
  const isTrusted = proxyAddr.compile([...trustedProxies])
  const callerIn = (request: IncomingMessage) => callerOf(proxyAddr(request, isTrusted))
  io.engine.opts.allowRequest = (request, done) => {
    const isTooMany = counts.of(callerIn(request)) >= mostConnections * SHARE_OF_CALLER
    done(null, !isTooMany && !isFromElsewhere(request, allowedOrigins))
  }
  io.engine.on(
    'connection',
    (connection: { request: IncomingMessage; once: (event: 'close', then: () => void) => void }) => {
      const caller = callerIn(connection.request)
      counts.add(caller)
      connection.once('close', () => counts.takeAway(caller))
    },
  )
}

function isTooManyJoins(socket: ClientSocket): boolean {
  const now = Date.now()
  if (now - (socket.data.joinsSince ?? 0) > 60_000) {
    socket.data.joinsSince = now
    socket.data.joins = 0
  }
  socket.data.joins = (socket.data.joins ?? 0) + 1
  return socket.data.joins > JOINS_PER_MINUTE
}

/**
 * Whoever was in first goes: of somebody whose network comes and goes those are the lines that broke. They leave the room and nothing else; hung up on,
 * they would come again, and turn out the next.
 */
function makeRoom({ nsp }: ClientSocket, name: string): void {
  const inside = [...(nsp.adapter.rooms.get(name) ?? [])]
  for (const id of inside.slice(0, -MOST_IN_ROOM)) nsp.sockets.get(id)?.leave(name)
}

/** Lets a socket into its owner's room and no other: a member's by that member's token, a guest's by knowing its id. */
async function join(context: RouteContext, socket: ClientSocket, room: unknown): Promise<Ack> {
  const { database, operator } = context
  const { isClosed, chatPrefix } = operator.current()
  if (isClosed) return { ok: false, message: 'gone' }
  if (isTooManyJoins(socket)) return { ok: false, message: 'REQUEST_LIMIT_1MIN' }
  if (typeof room !== 'string' || !room.startsWith(chatPrefix) || room.length > 200)
    return { ok: false, message: 'BAD_REQUEST' }
  const roomId = room.slice(chatPrefix.length)
  const guestId = readGuestId(roomId)
  if (guestId === null) {
    const token: unknown = socket.handshake.auth.token
    const member = await authenticate(
      database,
      typeof token === 'string' && token !== '' ? `Bearer ${token}` : undefined,
    )
    if ('refused' in member) return { ok: false, message: member.refused }
    if (member.publicId !== roomId) return { ok: false, message: 'NOT_ALLOWED' }
    socket.data.tokenHash = member.tokenHash
  }
  // Its own id is a room too.
  if (socket.rooms.size > MOST_ROOMS) return { ok: false, message: 'NOT_ALLOWED' }
  const name = customerRoom(guestId ?? roomId)
  await socket.join(name)
  makeRoom(socket, name)
  return { ok: true }
}

function listenTo(context: SocketContext, typing: CustomersTyping, socket: ClientSocket): void {
  socket.on('join', (room, ack) => {
    const answer = (said: Ack) => {
      if (typeof ack === 'function') ack(said)
    }
    join(context, socket, room).then(answer, (error: unknown) => {
      context.app.log.error({ err: error }, 'a socket could not join')
      answer({ ok: false, message: 'OVERLOADED' })
    })
  })
  socket.on('typing', () => {
    for (const room of socket.rooms) {
      const roomId = roomIdIn(room)
      if (roomId === null) continue
      typing.tell(roomId).catch((error: unknown) => {
        context.app.log.error({ err: error }, 'typing was not told')
      })
    }
  })
}

/** Whose pages may open a socket, through whose hands it may come, and how many lines there may be in all. */
export interface Neighbours {
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly mostConnections: number
}

/** Puts the realtime line on the HTTP server. `options` are for the protocol's public test suites, which want other times. */
export function openSockets(
  context: SocketContext,
  neighbours: Neighbours,
  options: Partial<ServerOptions>,
): SocketServer {
  const { app } = context
  const { allowedOrigins } = neighbours
  const io: SocketServer = new Server(app.server, {
    path: LINE_PATH,
    serveClient: false,
    maxHttpBufferSize: MOST_FRAME_BYTES,
    ...(allowedOrigins.length > 0 && { cors: { origin: [...allowedOrigins] } }),
    ...options,
  })
  guardDoor(io, neighbours)
  const typing = new CustomersTyping(context.database, context.line)
  io.of('/').adapter.on('delete-room', (room: string) => {
    const roomId = roomIdIn(room)
    if (roomId !== null) typing.forget(roomId)
  })
  io.on('connection', (socket) => listenTo(context, typing, socket))
  // Sockets would keep the server from closing. Theirs is a connection that broke: they come again by themselves.
  app.addHook('preClose', async () => {
    io.engine.close()
  })
  return io
}
