import type { DeskConversation } from '@kapao/contract/desk'
import { assignConversation, deskRead, endConversation } from '@kapao/contract/desk'
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
    const [assignee] =
      body.staffId === null
        ? []
        : await database.query<{ id: bigint; name: string }>(
            'select id, name from staff where public_id = $1 and is_active',
            [body.staffId],
          )
    if (body.staffId !== null && !assignee) return refuse('NO_USER', { field: 'staffId' })
    await database.transaction(async (tx) => {
      await tx.query('update chat_conversation set assignee_id = $2 where id = $1', [
        found.id,
        assignee?.id ?? null,
      ])
      const details = { to: assignee?.name ?? null }
      await audit(tx, { staffId: staff.id, action: 'conversation-assigned', conversationId, details, ip })
      await announce(tx, { conversation: found.id })
    })
    return { conversation: await readOne(database, found.id) }
  })
}

function mountEnd(context: DeskContext): void {
  const { database } = context
  mountDesk(context, endConversation, async ({ params, guarded: staff, ip }) => {
    const { conversationId } = params
    const found = await findDeskConversation(database, conversationId)
    if (!found) return refuse('NO_DATA')
    await database.transaction(async (tx) => {
      // Whoever writes next begins anew, and nobody is in charge of that yet.
      const [ended] = await tx.query<{ sessionId: string }>(
        `with before as (select id, session_id from chat_conversation where id = $1 and session_id is not null for no key update)
         update chat_conversation c set session_id = null, waiting_since = null, assignee_id = null
         from before where c.id = before.id returning before.session_id`,
        [found.id],
      )
      if (!ended) return
      const details = { sessionId: ended.sessionId }
      await audit(tx, { staffId: staff.id, action: 'conversation-ended', conversationId, details, ip })
      await announce(tx, { conversation: found.id })
    })
    return { conversation: await readOne(database, found.id) }
  })
}

/** What is done with a conversation beside answering it. */
export function mountKeeping(context: DeskContext): void {
  mountRead(context)
  mountAssign(context)
  mountEnd(context)
}
