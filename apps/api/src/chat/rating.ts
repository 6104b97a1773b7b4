/** How a session that the desk has ended is told to its customer, and what they say of it. */
import { type EndedSession, RATING_COMMENT_MAX, rateChat } from '@kapao/contract/chat'
import type { Queries } from '../database/database.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { audit } from '../staff/audit.ts'
import { announce } from './announce.ts'
import { findParty, roomIdOf } from './party.ts'
import { findConversation } from './post.ts'

const RATEABLE = `asks_rating and ended_at > now() - interval '7 days'`

interface EndedRow {
  readonly sessionId: string
  readonly endedAt: Date
  readonly asksRating: boolean
  readonly score: number | null
}

/** Null while a session is open, or where none was ever ended. */
export async function readEnded(queries: Queries, conversationId: bigint): Promise<EndedSession | null> {
  const [row] = await queries.query<EndedRow>(
    `select e.session_id, e.ended_at, ${RATEABLE} as asks_rating, e.score
     from chat_conversation c join chat_ended_session e on e.conversation_id = c.id
     where c.id = $1 and c.session_id is null order by e.ended_at desc limit 1`,
    [conversationId],
  )
  if (!row) return null
  const { sessionId, endedAt, asksRating, score } = row
  return { session_id: sessionId, endedAt: endedAt.toISOString(), asksRating, score }
}

export function mountRating(context: RouteContext): void {
  const { database, operator, limits } = context
  mount(context, rateChat, async ({ body, identify, ip }) => {
    const comment = body.comment.trim()
    if ([...comment].length > RATING_COMMENT_MAX) return refuse('BAD_REQUEST', { field: 'comment' })
    const party = await findParty(body, identify)
    if (isRefusal(party)) return party
    const roomId = roomIdOf(party)
    const limit = operator.current().chatMessagesPerMinute
    const retryAfter = await limits.hit(`chat-rating:${roomId}`, limit)
    if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
    const id = await findConversation(database, party)
    if (id === null) return refuse('NO_DATA')
    const isRated = await database.transaction(async (tx) => {
      const [rated] = await tx.query<{ conversationId: string }>(
        `update chat_ended_session e set score = $3, comment = coalesce(nullif($4, ''), e.comment), rated_at = now() from chat_conversation c
         where e.conversation_id = $1 and e.session_id = $2 and ${RATEABLE} and c.id = e.conversation_id
         returning c.public_id as conversation_id`,
        [id, body.session_id, body.score, comment],
      )
      if (!rated) return false
      const details = { sessionId: body.session_id, score: body.score }
      await audit(tx, { staffId: null, action: 'conversation-rated', ...rated, details, ip })
      await announce(tx, { conversation: id, ended: { roomId } })
      return true
    })
    return isRated ? { message: 'SUCCESS' as const } : refuse('NO_DATA')
  })
}
