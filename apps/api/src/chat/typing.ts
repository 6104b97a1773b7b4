import type { Database } from '../database/database.ts'
import type { Line } from './line.ts'
import { readGuestId } from './party.ts'

/** However many sockets a room has, and however often each of them says so. */
const EVERY_MS = 1_000
/** Over all rooms of this process: some hundred people who write at the same moment. */
const MOST_PER_SECOND = 100

interface Room {
  typedAtMs: number
  /** Whose it is never changes; null until they have said something. */
  conversationId: string | null
}

/**
 * Tells the desk that a customer writes. It comes over sockets, which no limit of requests counts, and is the first thing that can be missed: no more
 * of it is told than a desk can see, and none while anything else waits for the database.
 */
export class CustomersTyping {
  readonly #database: Database
  readonly #line: Line
  /** Those in which somebody sits. */
  readonly #rooms = new Map<string, Room>()
  #second = 0
  #toldInSecond = 0

  constructor(database: Database, line: Line) {
    this.#database = database
    this.#line = line
  }

  /** Nobody sits there any more. */
  forget(roomId: string): void {
    this.#rooms.delete(roomId)
  }

  #isRoomLeft(nowMs: number): boolean {
    if (this.#database.waiting() > 0) return false
    const second = Math.floor(nowMs / 1_000)
    if (second !== this.#second) {
      this.#second = second
      this.#toldInSecond = 0
    }
    this.#toldInSecond += 1
    return this.#toldInSecond <= MOST_PER_SECOND
  }

  async #find(roomId: string): Promise<string | null> {
    const guestId = readGuestId(roomId)
    const [row] = await this.#database.query<{ conversationId: string }>(
      guestId === null
        ? `select c.public_id as conversation_id from chat_conversation c join member m on m.id = c.member_id where m.public_id = $1`
        : 'select public_id as conversation_id from chat_conversation where guest_id = $1::uuid',
      [roomId],
    )
    return row?.conversationId ?? null
  }

  async tell(roomId: string): Promise<void> {
    const nowMs = Date.now()
    const room = this.#rooms.get(roomId) ?? { typedAtMs: 0, conversationId: null }
    if (nowMs - room.typedAtMs < EVERY_MS || !this.#isRoomLeft(nowMs)) return
    room.typedAtMs = nowMs
    this.#rooms.set(roomId, room)
    room.conversationId ??= await this.#find(roomId)
    const { conversationId } = room
    if (conversationId !== null) await this.#line.tell({ typing: { conversationId, roomId, staff: null } })
  }
}
