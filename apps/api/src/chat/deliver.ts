import type { DeskConversation } from '@kapao/contract/desk'
import type { Database } from '../database/database.ts'
import { readDeskConversations, toDeskMessage } from '../desk/conversation-row.ts'
import { readNotes } from '../desk/notes.ts'
import type { Announcement } from './announce.ts'
import { Delivered } from './delivered.ts'
import { emitTyping } from './line.ts'
import { type MessageRow, readStretches, type Stretch, toConversation } from './message-row.ts'
import { readEnded } from './rating.ts'
import type { SocketNamespace, SocketServer } from './socket-types.ts'
import { customerRoom, type SocketContext } from './sockets.ts'

/** What nobody told is found by looking: after the process that stored it died, or while the line to the database was broken. */
const LOOK_EVERY_MS = 2_000

interface Batch {
  readonly announced: readonly Announcement[]
  /** Those of the announced messages that this process has stored itself. */
  readonly stored: readonly MessageRow[]
}

/** What a batch of announcements speaks of, read at once. */
interface Told {
  readonly messages: readonly MessageRow[]
  readonly conversations: ReadonlyMap<bigint, DeskConversation>
}

interface Delivery {
  readonly context: SocketContext
  readonly customers: SocketServer
  readonly desk: SocketNamespace
}

/** The messages of stretches, oldest first. One that this process has stored itself is at hand: where nothing is missing before it, nothing is looked for. */
async function readAll(
  database: Database,
  stretches: readonly Stretch[],
  stored: readonly MessageRow[],
): Promise<readonly MessageRow[]> {
  const isAtHand = ({ conversationId, from, to }: Stretch, row: MessageRow) =>
    row.conversationId === conversationId && row.seq === from && row.seq === to
  const atHand = stored.filter((row) => stretches.some((stretch) => isAtHand(stretch, row)))
  const others = stretches.filter((stretch) => !atHand.some((row) => isAtHand(stretch, row)))
  const read = others.length === 0 ? [] : await readStretches(database, others)
  return [...read, ...atHand].sort((one, other) => (one.id < other.id ? -1 : 1))
}

async function readTold(
  { context, desk }: Delivery,
  { announced: batch, stored }: Batch,
  stretches: readonly Stretch[],
): Promise<Told> {
  const { database } = context
  const messages = await readAll(database, stretches, stored)
  // Only the desk is shown rows.
  const touched =
    desk.sockets.size > 0
      ? [
          ...messages.map((row) => row.conversationId),
          ...batch.flatMap((one) => (one.conversation === undefined ? [] : [one.conversation])),
        ]
      : []
  return { messages, conversations: await readDeskConversations(database, [...new Set(touched)]) }
}

function deliverMessage({ customers, desk }: Delivery, row: MessageRow, told: Told): void {
  const roomId = row.memberPublicId ?? row.guestId
  if (roomId !== null) customers.local.to(customerRoom(roomId)).emit('messaging', toConversation(row))
  const conversation = told.conversations.get(row.conversationId)
  if (conversation) desk.local.emit('messaging', { conversation, message: toDeskMessage(row) })
}

async function deliverOne(delivery: Delivery, one: Announcement, told: Told): Promise<void> {
  const { context, customers, desk } = delivery
  const conversation = one.conversation === undefined ? undefined : told.conversations.get(one.conversation)
  if (conversation) desk.local.emit('conversation', { conversation })
  if (one.read) customers.local.to(customerRoom(one.read.roomId)).emit('read', { readAt: one.read.readAt })
  if (one.ended && one.conversation !== undefined) {
    const ended = await readEnded(context.database, one.conversation)
    if (ended) customers.local.to(customerRoom(one.ended.roomId)).emit('ended', ended)
    if (conversation) desk.local.emit('sessions', { conversationId: conversation.conversationId })
  }
  if (one.canned) desk.local.emit('canned', {})
  if (one.typing) emitTyping({ customers: customers.local, desk: desk.local }, one.typing)
  if (one.note !== undefined && desk.sockets.size > 0) {
    const [note] = await readNotes(context.database, { noteId: one.note })
    if (note) desk.local.emit('note', note)
  }
}

/** Messages are found by looking, and nobody misses who types. Of all else an announcement is the only word. */
function isHint({ messages, typing }: Announcement): boolean {
  return messages === undefined && typing === undefined
}

/** Whoever comes anew asks for everything: the desks come again by themselves. Customers are many, and ask when they look. */
function hangUpOn(desk: SocketNamespace): void {
  for (const socket of desk.sockets.values()) socket.conn.close()
}

/**
 * Hands what any process announces to this process's sockets and no other's (every process does, whichever way it heard of it), each conversation's messages in their
 * order. Answers how to stop.
 */
export async function startDelivery(delivery: Delivery): Promise<() => void> {
  const { database, app } = delivery.context
  const [row] = await database.query<{ latest: bigint | null }>('select max(id) as latest from chat_message')
  const delivered = new Delivered(row?.latest ?? 0n)
  let waiting: Announcement[] = []
  let stored: MessageRow[] = []
  let missed: Stretch[] = []
  let isRunning = false

  async function deliverBatch(batch: Batch, found: readonly Stretch[]): Promise<void> {
    const grown = new Map<bigint, number>()
    for (const [id, seq] of batch.announced.flatMap((one) => one.messages ?? []))
      grown.set(id, Math.max(seq, grown.get(id) ?? 0))
    // What this process stored itself it hears of twice.
    const stretches = [...grown]
      .map(([id, seq]) => delivered.stretchTo(id, seq))
      .filter(({ from, to }) => from <= to)
    const told = await readTold(delivery, batch, [...stretches, ...found])
    for (const message of told.messages) {
      if (delivered.take(message)) deliverMessage(delivery, message, told)
    }
    for (const one of batch.announced) await deliverOne(delivery, one, told)
  }

  async function deliverAll(): Promise<void> {
    while (waiting.length + missed.length > 0) {
      const [batch, found] = [{ announced: waiting, stored }, missed]
      waiting = []
      stored = []
      missed = []
      // Messages of a batch that fails are found by the next look.
      await deliverBatch(batch, found).catch((error: unknown) => {
        app.log.error({ err: error }, 'messages were not delivered')
        if (batch.announced.some(isHint)) hangUpOn(delivery.desk)
      })
    }
  }

  function run(): void {
    if (isRunning) return
    isRunning = true
    deliverAll().finally(() => {
      isRunning = false
    })
  }

  async function look(): Promise<void> {
    if (delivery.customers.engine.clientsCount === 0) return
    missed = await delivered.findMissed(database)
    run()
  }
  const lookNow = () => {
    look().catch((error: unknown) => app.log.error({ err: error }, 'missed messages were not looked for'))
  }

  await delivery.context.line.hear(delivery.customers, delivery.desk, (announced, message) => {
    if (announced === null) {
      hangUpOn(delivery.desk)
      return lookNow()
    }
    waiting.push(announced)
    if (message) stored.push(message)
    run()
  })
  const timer = setInterval(lookNow, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
