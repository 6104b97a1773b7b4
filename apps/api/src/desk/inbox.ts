import { deskInbox, deskMessages, getDeskConversation } from '@kapao/contract/desk'
import { readMessagesAbove, readMessagesBelow } from '../chat/message-row.ts'
import { refuse } from '../http/refusal.ts'
import { readDeskConversations, toDeskMessage } from './conversation-row.ts'
import { auditSeen } from './conversation-seen.ts'
import { findDeskConversation } from './find-conversation.ts'
import { SEARCHED, searched } from './inbox-search.ts'
import { type DeskContext, mountDesk } from './route.ts'

/** SQL: it is in charge of somebody who has not done anything at the desk for a while, and its customer waits. Others would not look at it. */
const LEFT_ALONE = `c.waiting_since < now() - interval '5 minutes' and c.assignee_id in (
  select id from staff where coalesce(last_seen_at, '-infinity') < now() - interval '15 minutes')`

const filters = {
  mine: 'c.session_id is not null and c.assignee_id = $1',
  unassigned: `c.session_id is not null and (c.assignee_id is null or (${LEFT_ALONE}))`,
  all: 'c.session_id is not null',
  closed: 'c.session_id is null',
} as const

const orders = {
  newest: 'c.last_at desc, c.id desc',
  waiting: 'c.waiting_since asc nulls last, c.last_at desc, c.id desc',
} as const

/** What is more is not counted: the desk shows 99+, and a flood of conversations must not make each look at the inbox longer. */
const MOST_COUNTED = 1_000

/** How far a page's list is counted: far enough to tell whether another page follows. */
export function countedFar(offset: number, limit: number): number {
  return Math.max(MOST_COUNTED, offset + limit + 1)
}

/** Members are looked at only for a search: the inbox itself is in the order of an index. */
const matching = (filter: keyof typeof filters, isSearch: boolean) =>
  `from chat_conversation c ${isSearch ? 'left join member m on m.id = c.member_id' : ''}
   where c.last_seq > 0 and ${filters[filter]} and $1::bigint is not null and ${isSearch ? SEARCHED : '$2::text is not null and $3::text is not null'}`

const upTo = (most: number, where: string) =>
  `(select count(*)::int from (select 1 from chat_conversation c where ${where} limit ${most}) counted)`

const COUNTS = `select ${upTo(MOST_COUNTED, filters.mine)} as mine, ${upTo(MOST_COUNTED, filters.unassigned)} as unassigned,
  ${upTo(MOST_COUNTED, filters.all)} as "all", ${upTo(MOST_COUNTED, `${filters.all} and c.desk_unread > 0`)} as unread`

interface Counts {
  readonly mine: number
  readonly unassigned: number
  readonly all: number
  readonly unread: number
}

function mountList(context: DeskContext): void {
  const { database } = context
  mountDesk(context, deskInbox, async ({ body, guarded: staff }) => {
    const { filter, search, limit } = body
    const offset = (body.page - 1) * limit
    const from = matching(filter, search.trim() !== '')
    const asked = [staff.id, ...searched(search)]
    // Nobody waits in one that is closed.
    const order = filter === 'closed' ? orders.newest : orders[body.order]
    const found = await database.query<{ id: bigint }>(
      `select c.id ${from} order by ${order} limit $4 offset $5`,
      [...asked, limit, offset],
    )
    const [counted] = await database.query<{ total: number }>(
      `select count(*)::int as total from (select 1 ${from} limit $4) counted`,
      [...asked, countedFar(offset, limit)],
    )
    const rows = await readDeskConversations(
      database,
      found.map((one) => one.id),
    )
    const [counts] = await database.query<Counts>(COUNTS, [staff.id])
    return {
      total: counted?.total ?? 0,
      conversations: [...rows.values()],
      counts: counts ?? { mine: 0, unassigned: 0, all: 0, unread: 0 },
    }
  })
}

/** The inbox, one of its rows, and the messages behind it. */
export function mountInbox(context: DeskContext): void {
  const { database } = context
  mountList(context)

  mountDesk(context, getDeskConversation, async ({ params, guarded: staff, ip }) => {
    const found = await findDeskConversation(database, params.conversationId)
    if (!found) return refuse('NO_DATA')
    const [conversation] = (await readDeskConversations(database, [found.id])).values()
    if (!conversation) return refuse('NO_DATA')
    const { conversationId } = conversation
    await auditSeen(database, { staffId: staff.id, conversationId, ip })
    return { conversation }
  })

  mountDesk(context, deskMessages, async ({ params, body, guarded: staff, ip }) => {
    const found = await findDeskConversation(database, params.conversationId)
    if (!found) return refuse('NO_DATA')
    // One more than asked for tells whether there are more.
    const limit = body.limit + 1
    const rows =
      body.after === null
        ? await readMessagesBelow(database, found.id, (body.before ?? 2 ** 31) - 1, limit)
        : await readMessagesAbove(database, found.id, body.after, limit)
    // The desk may know the head of a conversation already, from its inbox or by a hint: who reads it is told here as well. A page that nobody sits at asks for what
    // is new, and where nothing is, nobody has seen anything.
    if (body.after === null || rows.length > 0)
      await auditSeen(database, { staffId: staff.id, conversationId: params.conversationId, ip })
    return { messages: rows.slice(0, body.limit).map(toDeskMessage), hasMore: rows.length > body.limit }
  })
}
