import type { DeskConversation } from '@kapao/contract/desk'
import { assignConversation, deskRead, deskSessions, endConversation } from '@kapao/contract/desk'
import { announce } from '../chat/announce.ts'
import type { Queries } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { audit } from '../staff/audit.ts'
import { readDeskConversations } from './conversation-row.ts'
import { findDeskConversation } from './find-conversation.ts'
import { type DeskContext, mountDesk } from './route.ts'

async function readOne(queries: Queries, id: bigint): Promise<DeskConversation> {
  const [conversation] = (await readDeskConversations(queries, [id])).values()
  if (!conversation) throw new Error('a conversation that was just changed is not there')
  return conversation
}

function mountRead(context: DeskContext): void {
  const { database } = context
  mountDesk(context, deskRead, async ({ params, body }) => {
    const found = await findDeskConversation(database, params.conversationId)
    if (!found) return refuse('NO_DATA')
    // What is read by this is taken off. What is left is not counted: a message that came while this waited for the lock is not seen here.
    const [changed] = await database.query<{ readSeq: number; unread: number; readAt: Date }>(
      `with locked as (select * from chat_conversation where id = $1 for no key update),
         changed as (
           update chat_conversation c set desk_read_seq = least($2, l.last_seq),
             desk_unread = greatest(c.desk_unread - (select count(*) from chat_message g where g.conversation_id = l.id
               and g.seq > l.desk_read_seq and g.seq <= least($2, l.last_seq) and g.sender = 'customer'), 0)
           from locked l where c.id = l.id and l.desk_read_seq < least($2, l.last_seq)
           returning c.id, c.desk_read_seq as read_seq, c.desk_unread as unread)
       select changed.read_seq, changed.unread, g.created_at as read_at
       from changed join chat_message g on g.conversation_id = changed.id and g.seq = changed.read_seq`,
      [found.id, body.seq],
    )
    // Somebody had read as far already.
    if (!changed) return { unread: (await readOne(database, found.id)).unread }
    const readAt = changed.readAt.toISOString()
    await announce(database, { conversation: found.id, read: { roomId: found.roomId, readAt } })
    return { unread: changed.unread }
  })
}

/** Whose the conversation is, and stays until the transaction ends. */
async function lockHolder(tx: Queries, id: bigint): Promise<string | null> {
  const [locked] = await tx.query<{ assigneeId: bigint | null }>(
    'select assignee_id from chat_conversation where id = $1 for no key update',
    [id],
  )
  const [holder] = await tx.query<{ publicId: string }>('select public_id from staff where id = $1', [
    locked?.assigneeId ?? null,
  ])
  return holder?.publicId ?? null
}

function mountAssign(context: DeskContext): void {
  const { database } = context
  mountDesk(context, assignConversation, async ({ params, body, guarded: staff, ip }) => {
    const { conversationId } = params
    const found = await findDeskConversation(database, conversationId)
    if (!found) return refuse('NO_DATA')
    const refused = await database.transaction(async (tx) => {
      // Locked: one who is disabled at this moment keeps nothing that is given to them.
      const [assignee] = await tx.query<{ id: bigint; name: string }>(
        'select id, name from staff where public_id = $1 and is_active for share',
        [body.staffId],
      )
      if (body.staffId !== null && !assignee) return refuse('NO_USER', { field: 'staffId' })
      const holder = await lockHolder(tx, found.id)
      // One who asks again since no answer came finds it done.
      const isExpected = body.fromStaffId === undefined || [body.fromStaffId, body.staffId].includes(holder)
      if (!isExpected) return refuse('CHANGED_MEANWHILE')
      await tx.query('update chat_conversation set assignee_id = $2 where id = $1', [
        found.id,
        assignee?.id ?? null,
      ])
      const details = { to: assignee?.name ?? null }
      await audit(tx, { staffId: staff.id, action: 'conversation-assigned', conversationId, details, ip })
      await announce(tx, { conversation: found.id })
      return null
    })
    if (refused) return refused
    return { conversation: await readOne(database, found.id) }
  })
}

/** SQL: who has helped in the session of `before`: whoever was in charge if they wrote, or else who wrote last. Null where nobody did. */
const HELPER = `(select g.staff_id from chat_message g
  where g.conversation_id = before.id and g.session_id = before.session_id and g.staff_id is not null
  order by (g.staff_id is not distinct from before.assignee_id) desc, g.seq desc limit 1)`

interface Ending {
  readonly sessionId: string | undefined
  readonly seenSeq: number | undefined
}

/** Whether somebody would be left without an answer to what the agent never saw. The conversation is locked by then. */
async function hasMovedOn(tx: Queries, id: bigint, current: string, known: Ending): Promise<boolean> {
  if (known.sessionId !== undefined && known.sessionId !== current) return true
  if (known.seenSeq === undefined) return false
  const unseen = await tx.query(
    "select 1 from chat_message where conversation_id = $1 and seq > $2 and sender = 'customer' limit 1",
    [id, known.seenSeq],
  )
  return unseen.length > 0
}

function mountEnd(context: DeskContext): void {
  const { database } = context
  mountDesk(context, endConversation, async ({ params, body, guarded: staff, ip }) => {
    const { conversationId } = params
    const { asksRating, sessionId, seenSeq } = body
    const found = await findDeskConversation(database, conversationId)
    if (!found) return refuse('NO_DATA')
    const isStale = await database.transaction(async (tx) => {
      const [open] = await tx.query<{ sessionId: string }>(
        'select session_id from chat_conversation where id = $1 and session_id is not null for no key update',
        [found.id],
      )
      if (!open) return false
      if (await hasMovedOn(tx, found.id, open.sessionId, { sessionId, seenSeq })) return true
      // Whoever writes next begins anew, and nobody is in charge of that yet.
      await tx.query(
        `with before as (select id, session_id, assignee_id from chat_conversation where id = $1),
         changed as (
           update chat_conversation c set session_id = null, waiting_since = null, assignee_id = null
           from before where c.id = before.id)
         insert into chat_ended_session (conversation_id, session_id, ended_by, helped_by, asks_rating)
           select id, session_id, $2, coalesce(${HELPER}, $2), $3 from before`,
        [found.id, staff.id, asksRating],
      )
      const details = { sessionId: open.sessionId, asksRating }
      await audit(tx, { staffId: staff.id, action: 'conversation-ended', conversationId, details, ip })
      await announce(tx, { conversation: found.id, ended: { roomId: found.roomId } })
      return false
    })
    if (isStale) return refuse('CHANGED_MEANWHILE')
    return { conversation: await readOne(database, found.id) }
  })
}

interface SessionRow {
  readonly sessionId: string
  readonly endedAt: Date
  readonly staffId: string
  readonly displayName: string
  readonly asksRating: boolean
  readonly score: number | null
  readonly comment: string
}

function mountSessions(context: DeskContext): void {
  const { database } = context
  mountDesk(context, deskSessions, async ({ params }) => {
    const found = await findDeskConversation(database, params.conversationId)
    if (!found) return refuse('NO_DATA')
    const rows = await database.query<SessionRow>(
      `select e.session_id, e.ended_at, s.public_id as staff_id, s.display_name, e.asks_rating, e.score, e.comment
       from chat_ended_session e join staff s on s.id = e.helped_by
       where e.conversation_id = $1 order by e.ended_at desc limit 100`,
      [found.id],
    )
    return {
      sessions: rows.map(({ staffId, displayName, endedAt, ...row }) => ({
        ...row,
        endedAt: endedAt.toISOString(),
        helper: { staffId, displayName },
      })),
    }
  })
}

/** What is done with a conversation beside answering it. */
export function mountKeeping(context: DeskContext): void {
  mountRead(context)
  mountAssign(context)
  mountEnd(context)
  mountSessions(context)
}
