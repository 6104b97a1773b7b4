import type { Database } from '../database/database.ts'
import type { RedisPart } from '../redis.ts'
import {
  type Announcement,
  announceHint,
  CHAT_CHANNEL,
  readAnnouncement,
  writeAnnouncement,
} from './announce.ts'
import type { MessageRow } from './message-row.ts'
import type { SocketNamespace, SocketServer } from './socket-types.ts'
import { customerRoom } from './sockets.ts'

/** Who sits at the sockets: of this process alone, or of all of them. */
export interface Hearers {
  readonly customers: Pick<SocketServer, 'to'>
  readonly desk: Pick<SocketNamespace, 'emit'>
}

type Typing = NonNullable<Announcement['typing']>

export function emitTyping({ customers, desk }: Hearers, { conversationId, roomId, staff }: Typing): void {
  if (staff) customers.to(customerRoom(roomId)).emit('typing', { name: staff.displayName })
  desk.emit('typing', { conversationId, staff })
}

/** `message`: the one that is announced, when it is this process that has stored it. */
type Listener = (announced: Announcement | null, message?: MessageRow) => void

/**
 * How processes tell each other of what happened outside of a transaction: by a notification of the database, or over Redis where it
 * is there. What belongs to a transaction is always announced by the database, with the commit (announce.ts).
 */
export class Line {
  readonly #database: Database
  readonly #redis: RedisPart | null
  #sockets: (Hearers & { readonly customers: SocketServer }) | null = null
  #listener: Listener = () => undefined

  constructor(database: Database, redis: RedisPart | null) {
    this.#database = database
    this.#redis = redis
  }

  /** Tells this process alone, at once. What it hears a second time, by `tell`, it knows (delivered.ts). */
  tellHere(announced: Announcement, message: MessageRow): void {
    if (this.#sockets !== null) this.#listener(announced, message)
  }

  async tell(announced: Announcement): Promise<void> {
    const sockets = this.#sockets
    if (sockets === null || !this.#redis?.isThere()) return announceHint(this.#database, announced)
    // Stored nowhere and in no order: the sockets themselves are told, of every process.
    if (announced.typing) return emitTyping(sockets, announced.typing)
    sockets.customers.serverSideEmit('announced', writeAnnouncement(announced))
    this.#listener(announced)
  }

  /** From now on hears what any process tells; null when something may have been missed. */
  async hear(customers: SocketServer, desk: SocketNamespace, listener: Listener): Promise<void> {
    this.#listener = listener
    const hear = (text: string) => {
      const announced = readAnnouncement(text)
      if (announced) listener(announced)
    }
    await this.#database.listen(CHAT_CHANNEL, (payload) =>
      payload === null ? listener(null) : hear(payload),
    )
    customers.on('announced', hear)
    this.#sockets = { customers, desk }
  }
}
