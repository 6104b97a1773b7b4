import type { AuditAction, AuditDetails } from '@kapao/contract/desk-admin'
import type { Queries } from '../database/database.ts'

interface AuditEntry<Details extends AuditDetails> {
  /** Null for a log-in that failed at name or password, for the server's own command, and for what a customer did. */
  readonly staffId: bigint | null
  readonly action: AuditAction
  /** As the desk knows it. */
  readonly conversationId?: string | null
  /** A name that the contract does not know has no words at the desk, and does not compile here. */
  readonly details?: Details & Readonly<Record<Exclude<keyof Details, keyof AuditDetails>, never>>
  readonly ip?: string
}

/** Adds to what the database lets nobody change. In the transaction of the action itself: neither is without the other. */
export async function audit<Details extends AuditDetails>(
  queries: Queries,
  entry: AuditEntry<Details>,
): Promise<void> {
  await queries.query(
    'insert into staff_audit (staff_id, action, conversation_id, details, ip) values ($1, $2, $3, $4, $5)',
    [
      entry.staffId,
      entry.action,
      entry.conversationId ?? null,
      JSON.stringify(entry.details ?? {}),
      entry.ip ?? '',
    ],
  )
}
