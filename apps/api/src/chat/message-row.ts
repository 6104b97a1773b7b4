import type { Conversation } from '@kapao/contract/chat'
import type { Queries } from '../database/database.ts'

/** A stored message with what must be known of both sides to show it. */
export interface MessageRow {
  readonly id: bigint
  readonly conversationId: bigint
  readonly conversationPublicId: string
  readonly seq: number
  readonly sender: 'customer' | 'agent' | 'system'
  readonly clientId: string | null
  readonly messageType: string
  readonly payload: unknown
  readonly sessionId: string
  readonly deviceToken: string
  readonly createdAt: Date
  readonly memberPublicId: string | null
  readonly customerUsername: string | null
  readonly customerName: string
  readonly guestId: string | null
  readonly staffPublicId: string | null
  readonly staffName: string | null
}

const SELECT_MESSAGE = 'select g.* from chat_message_told g'

/** A stretch of a conversation. */
export interface Stretch {
  readonly conversationId: bigint
  readonly from: number
  readonly to: number
}

/** The messages of stretches, oldest first, but for those so old that whoever is here has fetched them. */
export function readStretches(queries: Queries, stretches: readonly Stretch[]): Promise<MessageRow[]> {
  return queries.query<MessageRow>(
    `${SELECT_MESSAGE} join unnest($1::bigint[], $2::int[], $3::int[]) as told (conversation_id, first, last)
       on g.conversation_id = told.conversation_id and g.seq between told.first and told.last
     where g.created_at > now() - interval '10 minutes' order by g.id`,
    [
      stretches.map((one) => one.conversationId),
      stretches.map((one) => one.from),
      stretches.map((one) => one.to),
    ],
  )
}

/** The last one of each conversation. */
export function readLastMessages(
  queries: Queries,
  conversationIds: readonly bigint[],
): Promise<MessageRow[]> {
  return queries.query<MessageRow>(
    `select g.* from unnest($1::bigint[]) asked (id) join chat_conversation c on c.id = asked.id
       join chat_message_told g on g.conversation_id = c.id and g.seq = c.last_seq`,
    [conversationIds],
  )
}

/** At most `limit` messages at or below a seq, newest first. */
export function readMessagesBelow(
  queries: Queries,
  conversationId: bigint,
  highestSeq: number,
  limit: number,
): Promise<MessageRow[]> {
  return queries.query<MessageRow>(
    `${SELECT_MESSAGE} where g.conversation_id = $1 and g.seq <= $2 order by g.seq desc limit $3`,
    [conversationId, highestSeq, limit],
  )
}

/** At most `limit` messages above a seq, oldest first. */
export function readMessagesAbove(
  queries: Queries,
  conversationId: bigint,
  seq: number,
  limit: number,
): Promise<MessageRow[]> {
  return queries.query<MessageRow>(
    `${SELECT_MESSAGE} where g.conversation_id = $1 and g.seq > $2 order by g.seq limit $3`,
    [conversationId, seq, limit],
  )
}

/** A message as the wire has it. The names are the customer's on what they sent, and the staff's on what we did. */
export function toConversation(row: MessageRow) {
  const isCustomer = row.sender === 'customer'
  return {
    _id: `${row.conversationPublicId}-${row.seq}`,
    // As what the wire may leave out: none is none, and not null.
    ...(row.clientId !== null && { clientId: row.clientId }),
    sender: row.sender,
    message: { message_type: row.messageType, payload: row.payload },
    createdAt: row.createdAt.toISOString(),
    session_id: row.sessionId,
    userId: row.memberPublicId ?? '',
    guestId: row.guestId ?? '',
    username: (isCustomer && row.customerUsername) || '',
    name: (isCustomer ? row.customerName : row.staffName) ?? '',
    deviceToken: isCustomer ? row.deviceToken : '',
  } satisfies Conversation
}
