import type { Database } from '../database/database.ts'
import { audit } from '../staff/audit.ts'

/** What is asked for again within that time, by the same one of the staff, belongs to the same look. */
const ONE_LOOK = '5 minutes'
/** Of their newest lines of the trail: enough for some minutes of work, and found by the index. */
const LINES = 200

/** Writes down that somebody of the staff looks at a conversation: by its head, its messages, or both at once. */
export async function auditSeen(
  database: Database,
  {
    staffId,
    conversationId,
    ip,
  }: { readonly staffId: bigint; readonly conversationId: string; readonly ip: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [
      `conversation-seen:${staffId}:${conversationId}`,
    ])
    const written = await tx.query(
      `select 1 from (select action, conversation_id, at from staff_audit where staff_id = $1 order by id desc limit ${LINES}) newest
       where action = 'conversation-seen' and conversation_id = $2 and at > now() - interval '${ONE_LOOK}' limit 1`,
      [staffId, conversationId],
    )
    if (written.length === 0) await audit(tx, { staffId, action: 'conversation-seen', conversationId, ip })
  })
}
