import type { Queries } from '../database/database.ts'

export interface FoundConversation {
  readonly id: bigint
  readonly memberId: bigint | null
  /** What follows the prefix in the name of the customer's room. */
  readonly roomId: string
  readonly sessionId: string | null
}

/** By the id that the desk knows it by. */
export async function findDeskConversation(
  queries: Queries,
  publicId: string,
): Promise<FoundConversation | null> {
  const [row] = await queries.query<FoundConversation>(
    `select c.id, c.member_id, coalesce(m.public_id, c.guest_id::text) as room_id, c.session_id
     from chat_conversation c left join member m on m.id = c.member_id where c.public_id = $1`,
    [publicId],
  )
  return row ?? null
}
