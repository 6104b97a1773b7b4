import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { Server, type ServerOptions } from 'socket.io'
import type { RouteContext } from '../http/route.ts'
import { authenticate } from '../session/session.ts'
import type { Line } from './line.ts'
import { readGuestId } from './party.ts'
import type { ClientSocket, SocketServer } from './socket-types.ts'

/** Where the realtime line is. */
export const LINE_PATH = '/socket.io'

/** What a customer's socket may send is a room's name; the protocol's own frames are smaller still. */
const MOST_FRAME_BYTES = 16 * 1024
/** Sockets that one address may hold: a mobile network puts many phones behind one. */
const MOST_PER_ADDRESS = 5_000
const JOINS_PER_MINUTE = 30
const MOST_ROOMS = 4
const TYPING_EVERY_MS = 1_000
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
function isFromElsewhere({ headers }: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined || allowedOrigins.includes(origin)) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/** Counts connections by address and turns away what is too many, or another site's. It guards this process, so it counts no other's. */
function guardDoor(io: SocketServer, { allowedOrigins, trustedProxies }: Neighbours): void {
  const counts = new Map<string, number>()
  const isTrusted = proxyAddr.compile([...trustedProxies])
  const addressOf = (request: IncomingMessage) => proxyAddr(request, isTrusted)
  io.engine.opts.allowRequest = (request, done) => {
    const isTooMany = (counts.get(addressOf(request)) ?? 0) >= MOST_PER_ADDRESS
    done(null, !isTooMany && !isFromElsewhere(request, allowedOrigins))
  }
  io.engine.on(
    'connection',
    (connection: { request: IncomingMessage; once: (event: 'close', then: () => void) => void }) => {
      const address = addressOf(connection.request)
      counts.set(address, (counts.get(address) ?? 0) + 1)
      connection.once('close', () => {
        const left = (counts.get(address) ?? 1) - 1
        if (left > 0) counts.set(address, left)
        else counts.delete(address)
      })
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
  await socket.join(customerRoom(guestId ?? roomId))
  return { ok: true }
}

/** Tells the desk that a customer writes: of the conversation whose room the socket is in, once they have one. */
async function tellTyping({ database, line }: SocketContext, socket: ClientSocket): Promise<void> {
  const now = Date.now()
  if (now - (socket.data.typedAt ?? 0) < TYPING_EVERY_MS) return
  socket.data.typedAt = now
  for (const room of socket.rooms) {
    const roomId = roomIdIn(room)
    if (roomId === null) continue
    const guestId = readGuestId(roomId)
    const [row] = await database.query<{ conversationId: string }>(
      guestId === null
        ? `select c.public_id as conversation_id from chat_conversation c join member m on m.id = c.member_id where m.public_id = $1`
        : 'select public_id as conversation_id from chat_conversation where guest_id = $1::uuid',
      [roomId],
    )
    if (row) await line.tell({ typing: { ...row, roomId, staff: null } })
  }
}

function listenTo(context: SocketContext, socket: ClientSocket): void {
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
    tellTyping(context, socket).catch((error: unknown) => {
      context.app.log.error({ err: error }, 'typing was not told')
    })
  })
}

/** Whose pages may open a socket, and through whose hands it may come. */
interface Neighbours {
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
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
  io.on('connection', (socket) => listenTo(context, socket))
  // Sockets would keep the server from closing. Theirs is a connection that broke: they come again by themselves.
  app.addHook('preClose', async () => {
    io.engine.close()
  })
  return io
}
