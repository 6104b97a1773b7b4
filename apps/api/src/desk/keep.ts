import type { DeskConversation } from '@kapao/contract/desk'
import { assignConversation, deskRead, deskSessions, endConversation } from '@kapao/contract/desk'
import { announce } from '../chat/announce.ts'
import type { Queries } from '../database.ts'
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
    const [changed] = await database.query<{ readSeq: number; unread: number; readAt: Date }>(
      `with locked as (select * from chat_conversation where id = $1 for no key update),
         changed as (
           update chat_conversation c set desk_read_seq = least($2, l.last_seq),
             desk_unread = (select count(*) from chat_message g
               where g.conversation_id = l.id and g.seq > least($2, l.last_seq) and g.sender = 'customer')
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

function mountAssign(context: DeskContext): void {
  const { database } = context
  mountDesk(context, assignConversation, async ({ params, body, guarded: staff, ip }) => {
    const { conversationId } = params
    const found = await findDeskConversation(database, conversationId)
    if (!found) return refuse('NO_DATA')
    const isDone = await database.transaction(async (tx) => {
      // Locked: one who is disabled at this moment keeps nothing that is given to them.
      const [assignee] = await tx.query<{ id: bigint; name: string }>(
        'select id, name from staff where public_id = $1 and is_active for share',
        [body.staffId],
      )
      if (body.staffId !== null && !assignee) return false
      await tx.query('update chat_conversation set assignee_id = $2 where id = $1', [
        found.id,
        assignee?.id ?? null,
      ])
      const details = { to: assignee?.name ?? null }
      await audit(tx, { staffId: staff.id, action: 'conversation-assigned', conversationId, details, ip })
      await announce(tx, { conversation: found.id })
      return true
    })
    if (!isDone) return refuse('NO_USER', { field: 'staffId' })
    return { conversation: await readOne(database, found.id) }
  })
}

function mountEnd(context: DeskContext): void {
  const { database } = context
  mountDesk(context, endConversation, async ({ params, body: { asksRating }, guarded: staff, ip }) => {
    const { conversationId } = params
    const found = await findDeskConversation(database, conversationId)
    if (!found) return refuse('NO_DATA')
    await database.transaction(async (tx) => {
      // Whoever writes next begins anew, and nobody is in charge of that yet.
      const [ended] = await tx.query<{ sessionId: string }>(
        `with before as (
           select id, session_id, assignee_id from chat_conversation where id = $1 and session_id is not null for no key update),
         changed as (
           update chat_conversation c set session_id = null, waiting_since = null, assignee_id = null
           from before where c.id = before.id)
         insert into chat_ended_session (conversation_id, session_id, ended_by, helped_by, asks_rating)
           select id, session_id, $2, coalesce(assignee_id, $2), $3 from before returning session_id`,
        [found.id, staff.id, asksRating],
      )
      if (!ended) return
      const details = { sessionId: ended.sessionId, asksRating }
      await audit(tx, { staffId: staff.id, action: 'conversation-ended', conversationId, details, ip })
      await announce(tx, { conversation: found.id, ended: { roomId: found.roomId } })
    })
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
