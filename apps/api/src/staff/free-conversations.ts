import { announce } from '../chat/announce.ts'
import type { Queries } from '../database/database.ts'
import { audit } from './audit.ts'

/**
 * Gives the conversations of one of the staff who is gone back to nobody, where the others find them: under "Unassigned". One that is ended, too:
 * its customer may write again. In the transaction that switches them off. Answers how many of them are open.
 */
export async function freeConversations(tx: Queries, staffId: bigint): Promise<number> {
  const freed = await tx.query<{ id: bigint; publicId: string; isOpen: boolean }>(
    `update chat_conversation set assignee_id = null where assignee_id = $1
     returning id, public_id, session_id is not null as is_open`,
    [staffId],
  )
  for (const { id, publicId } of freed) {
    const action = 'conversation-assigned'
    await audit(tx, { staffId: null, action, conversationId: publicId, details: { to: null } })
    await announce(tx, { conversation: id })
  }
  return freed.filter(({ isOpen }) => isOpen).length
}
