import type { DeskConversation } from '@kapao/contract/desk'
import type { Database } from '../database.ts'
import { readDeskConversations, toDeskMessage } from '../desk/conversation-row.ts'
import { readNotes } from '../desk/notes.ts'
import type { RouteContext } from '../http/route.ts'
import { type Announcement, CHAT_CHANNEL, readAnnouncement } from './announce.ts'
import { type MessageRow, readMessages, toConversation } from './message-row.ts'
import type { SocketNamespace, SocketServer } from './socket-types.ts'
import { customerRoom } from './sockets.ts'

/** Enough to know again what was delivered shortly before the line to the database broke. */
const REMEMBERED = 5_000
const MOST_CAUGHT_UP = 5_000

/** Which messages this process has handed to its sockets lately, so that catching up after a broken line repeats none. */
class Delivered {
  private readonly ids = new Set<bigint>()
  private latest: bigint

  constructor(latest: bigint) {
    this.latest = latest
  }

  add(id: bigint): void {
    this.ids.add(id)
    if (id > this.latest) this.latest = id
    if (this.ids.size <= REMEMBERED) return
    const [oldest] = this.ids
    if (oldest !== undefined) this.ids.delete(oldest)
  }

  /** Stored while nothing was heard. Ids of conversations that were written at once become visible out of order, so it looks back a little. */
  async missed(database: Database): Promise<readonly bigint[]> {
    const rows = await database.query<{ id: bigint }>(
      `select id from chat_message where id > $1 and created_at > now() - interval '10 minutes' order by id limit $2`,
      [this.latest - 1_000n, MOST_CAUGHT_UP],
    )
    return rows.map((row) => row.id).filter((id) => !this.ids.has(id))
  }
}

/** What a batch of announcements speaks of, read at once. */
interface Told {
  readonly messages: ReadonlyMap<bigint, MessageRow>
  readonly conversations: ReadonlyMap<bigint, DeskConversation>
}

interface Delivery {
  readonly context: RouteContext
  readonly customers: SocketServer
  readonly desk: SocketNamespace
}

async function readTold({ context, desk }: Delivery, batch: readonly Announcement[]): Promise<Told> {
  const { database } = context
  const ids = batch.flatMap((one) => (one.message === undefined ? [] : [one.message]))
  const rows = ids.length === 0 ? [] : await readMessages(database, ids)
  const isDeskHere = desk.sockets.size > 0
  const touched = isDeskHere
    ? [
        ...rows.map((row) => row.conversationId),
        ...batch.flatMap((one) => (one.conversation === undefined ? [] : [one.conversation])),
      ]
    : []
  return {
    messages: new Map(rows.map((row) => [row.id, row])),
    conversations: await readDeskConversations(database, [...new Set(touched)]),
  }
}

function deliverMessage({ customers, desk }: Delivery, row: MessageRow, told: Told): void {
  const roomId = row.memberPublicId ?? row.guestId
  if (roomId !== null) customers.to(customerRoom(roomId)).emit('messaging', toConversation(row))
  const conversation = told.conversations.get(row.conversationId)
  if (conversation) desk.emit('messaging', { conversation, message: toDeskMessage(row) })
}

async function deliverOne(delivery: Delivery, one: Announcement, told: Told): Promise<void> {
  const { context, customers, desk } = delivery
  const row = one.message === undefined ? undefined : told.messages.get(one.message)
  if (row) deliverMessage(delivery, row, told)
  const conversation = one.conversation === undefined ? undefined : told.conversations.get(one.conversation)
  if (conversation) desk.emit('conversation', { conversation })
  if (one.read) customers.to(customerRoom(one.read.roomId)).emit('read', { readAt: one.read.readAt })
  if (one.canned) desk.emit('canned', {})
  if (one.typing) {
    const { conversationId, roomId, staff } = one.typing
    if (staff) customers.to(customerRoom(roomId)).emit('typing', { name: staff.displayName })
    desk.emit('typing', { conversationId, staff })
  }
  if (one.note !== undefined && desk.sockets.size > 0) {
    const [note] = await readNotes(context.database, { noteId: one.note })
    if (note) desk.emit('note', note)
  }
}

/** Hands what any process announces to this process's sockets, in the order of the commits. */
export async function startDelivery(delivery: Delivery): Promise<void> {
  const { database, app } = delivery.context
  const [row] = await database.query<{ latest: bigint | null }>('select max(id) as latest from chat_message')
  const delivered = new Delivered(row?.latest ?? 0n)
  let waiting: Announcement[] = []
  let isRunning = false

  async function deliverAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      // A batch that fails is lost to the sockets, not to anyone who asks: they are a hint.
      try {
        const told = await readTold(delivery, batch)
        for (const one of batch) await deliverOne(delivery, one, told)
      } catch (error) {
        app.log.error({ err: error }, 'messages were not delivered')
      }
    }
  }

  function add(announced: readonly Announcement[]): void {
    for (const { message } of announced) if (message !== undefined) delivered.add(message)
    waiting.push(...announced)
    if (isRunning) return
    isRunning = true
    deliverAll().finally(() => {
      isRunning = false
    })
  }

  await database.listen(CHAT_CHANNEL, (payload) => {
    if (payload !== null) {
      const one = readAnnouncement(payload)
      if (one) add([one])
      return
    }
    delivered.missed(database).then(
      (ids) => add(ids.map((message) => ({ message }))),
      (error: unknown) => app.log.error({ err: error }, 'missed messages were not found'),
    )
  })
}
