import { chatConfig, chatHistory, readChat } from '@kapao/contract/chat'
import { isRefusal } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { announce } from './announce.ts'
import { readMessagesBelow, toConversation } from './message-row.ts'
import { findParty } from './party.ts'
import { findConversation } from './post.ts'
import { readEnded } from './rating.ts'

export function mountHistory(context: RouteContext): void {
  const { database, operator } = context

  mount(context, chatConfig, async () => ({ PREFIX: operator.current().chatPrefix }))

  mount(context, chatHistory, async ({ body, identify }) => {
    const party = await findParty(body, identify)
    if (isRefusal(party)) return party
    const conversationId = await findConversation(database, party)
    if (conversationId === null) return { history: [], unread: 0 }
    const [found] = await database.query<{ lastSeq: number; customerUnread: number; readAt: Date | null }>(
      `select c.last_seq, c.customer_unread, g.created_at as read_at from chat_conversation c
       left join chat_message g on g.conversation_id = c.id and g.seq = c.desk_read_seq where c.id = $1`,
      [conversationId],
    )
    // Without gaps from 1, so that what is skipped need not be read.
    const highestSeq = (found?.lastSeq ?? 0) - body.skip
    const rows = await readMessagesBelow(database, conversationId, highestSeq, body.limit)
    return {
      history: rows.map(toConversation),
      unread: found?.customerUnread ?? 0,
      ...(found?.readAt && { readAt: found.readAt.toISOString() }),
      // How it ended stands under the newest message.
      ...(body.skip === 0 && { ended: await readEnded(database, conversationId) }),
    }
  })

  mount(context, readChat, async ({ body, identify }) => {
    const party = await findParty(body, identify)
    if (isRefusal(party)) return party
    const conversationId = await findConversation(database, party)
    if (conversationId === null) return { message: 'SUCCESS' as const }
    // Counted down, under the row's lock, by what is read now: what is stored meanwhile stays unread.
    const [changed] = await database.query<{ id: bigint }>(
      `update chat_conversation c set customer_read_seq = seen.seq,
         customer_unread = greatest(0, c.customer_unread - (select count(*)::int from chat_message g
           where g.conversation_id = c.id and g.seq > c.customer_read_seq and g.seq <= seen.seq and g.sender <> 'customer'))
       from (select seq from chat_message where conversation_id = $1 and created_at <= coalesce($2, 'infinity'::timestamptz)
         order by seq desc limit 1) seen
       where c.id = $1 and c.customer_read_seq < seen.seq returning c.id`,
      [conversationId, body.readAt === undefined ? null : new Date(body.readAt)],
    )
    if (changed) await announce(database, { conversation: conversationId })
    return { message: 'SUCCESS' as const }
  })
}
