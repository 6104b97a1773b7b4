import type { DeskConversation, DeskMessage } from '@kapao/contract/desk'
import { type MessageRow, readLastMessages, toConversation } from '../chat/message-row.ts'
import type { Queries } from '../database/database.ts'

interface ConversationRow {
  readonly id: bigint
  readonly publicId: string
  readonly isMember: boolean
  readonly name: string
  readonly username: string
  readonly sessionId: string | null
  readonly assigneePublicId: string | null
  readonly assigneeName: string | null
  readonly deskUnread: number
  readonly waitingSince: Date | null
  readonly deskReadSeq: number
  readonly customerReadSeq: number
  readonly createdAt: Date
}

/** Without what a guest is known by: whoever has been told it reads and writes as the guest, at the desk or long gone from there. */
export function toDeskMessage(row: MessageRow): DeskMessage {
  return {
    ...toConversation(row),
    guestId: '',
    deviceToken: '',
    seq: row.seq,
    staff:
      row.staffPublicId && row.staffName ? { staffId: row.staffPublicId, displayName: row.staffName } : null,
  }
}

function toDeskConversation(row: ConversationRow, last: MessageRow | undefined): DeskConversation {
  return {
    conversationId: row.publicId,
    kind: row.isMember ? 'member' : 'guest',
    name: row.name,
    username: row.username,
    isOpen: row.sessionId !== null,
    sessionId: row.sessionId,
    assignee:
      row.assigneePublicId && row.assigneeName
        ? { staffId: row.assigneePublicId, displayName: row.assigneeName }
        : null,
    unread: row.deskUnread,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    lastMessage: last ? toDeskMessage(last) : null,
    deskReadSeq: row.deskReadSeq,
    customerReadSeq: row.customerReadSeq,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The rows of the inbox for these conversations, in their order. */
export async function readDeskConversations(
  queries: Queries,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, DeskConversation>> {
  if (ids.length === 0) return new Map()
  const rows = await queries.query<ConversationRow>(
    `select c.id, c.public_id, c.member_id is not null as is_member, coalesce(m.name, c.guest_name) as name,
       coalesce(m.username, '') as username, c.session_id, s.public_id as assignee_public_id,
       s.display_name as assignee_name, c.desk_unread, c.waiting_since, c.desk_read_seq, c.customer_read_seq, c.created_at
     from unnest($1::bigint[]) with ordinality as asked (id, place) join chat_conversation c on c.id = asked.id
       left join member m on m.id = c.member_id left join staff s on s.id = c.assignee_id
     order by asked.place`,
    [ids],
  )
  const last = new Map((await readLastMessages(queries, ids)).map((row) => [row.conversationId, row]))
  return new Map(rows.map((row) => [row.id, toDeskConversation(row, last.get(row.id))]))
}
