import type { Database } from '../database/database.ts'
import { SESSION_HOLDS } from '../session/session.ts'
import { HOLDS } from '../staff/session.ts'
import type { ClientSocket, SocketNamespace, SocketServer } from './socket-types.ts'

/** Sessions that end by the clock are found by the minute; those that someone ends, at once. */
const EVERY_MS = 60_000
/** Many sessions that end together are one look. */
const SOON_MS = 100

async function holding(
  database: Database,
  sql: string,
  hashes: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await database.query<{ tokenHash: Buffer }>(sql, [hashes])
  return new Set(rows.map((row) => row.tokenHash.toString('hex')))
}

const CUSTOMERS = `select s.token_hash from session s join member m on m.id = s.member_id
  where s.token_hash = any($1::bytea[]) and ${SESSION_HOLDS}`
const STAFF = `select s.token_hash from staff_session s join staff t on t.id = s.staff_id
  where s.token_hash = any($1::bytea[]) and ${HOLDS}`

/** Breaks the connection: the client comes again by itself, and is then told why it is not let in. */
function turnOut(socket: ClientSocket): void {
  for (const room of socket.rooms) if (room !== socket.id) socket.leave(room)
  socket.conn.close()
}

/** A socket outlives the request that let it in: whoever's session has ended hears nothing more. */
export async function recheckSockets(
  database: Database,
  customers: SocketServer,
  desk: SocketNamespace,
): Promise<void> {
  const members = [...customers.sockets.sockets.values()].filter((socket) => socket.data.tokenHash)
  const staff = [...desk.sockets.values()]
  const hashOf = (socket: ClientSocket) => socket.data.tokenHash ?? socket.data.staff?.tokenHash
  const hashesOf = (sockets: readonly ClientSocket[]) => sockets.flatMap((socket) => hashOf(socket) ?? [])
  const good = new Set([
    ...(await holding(database, CUSTOMERS, hashesOf(members))),
    ...(await holding(database, STAFF, hashesOf(staff))),
  ])
  for (const socket of [...members, ...staff]) {
    if (!good.has(hashOf(socket)?.toString('hex') ?? '')) turnOut(socket)
  }
}

/** Looks again whenever a session is ended anywhere, and every minute. Answers how to stop. */
export async function keepRechecking(
  database: Database,
  recheck: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<() => void> {
  let soon: NodeJS.Timeout | undefined
  const look = () => {
    recheck().catch(onError)
  }
  await database.listen('session_end', () => {
    soon ??= setTimeout(() => {
      soon = undefined
      look()
    }, SOON_MS)
  })
  const timer = setInterval(look, EVERY_MS)
  return () => {
    clearInterval(timer)
    clearTimeout(soon)
  }
}
