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
    const [changed] = await database.query<{ id: bigint }>(
      `update chat_conversation set customer_read_seq = last_seq, customer_unread = 0
       where id = $1 and customer_read_seq < last_seq returning id`,
      [conversationId],
    )
    if (changed) await announce(database, { conversation: conversationId })
    return { message: 'SUCCESS' as const }
  })
}
