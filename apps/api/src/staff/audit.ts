import type { Queries } from '../database.ts'

/** Every kind of thing that is written down. */
export const auditActions = [
  'login',
  'login-failed',
  'second-factor-failed',
  'recovery-code-used',
  'logout',
  'password-changed',
  'conversation-seen',
  'message-sent',
  'file-uploaded',
  'conversation-assigned',
  'conversation-ended',
  'conversation-rated',
  'member-seen',
  'note-added',
  'canned-created',
  'canned-changed',
  'canned-deleted',
  'staff-seen',
  'audit-seen',
  'staff-added',
  'staff-disabled',
  'staff-enabled',
  'staff-reset',
  'staff-second-factor-on',
  'staff-second-factor-off',
  'member-logged-out',
  'member-disabled',
  'member-enabled',
] as const
export type AuditAction = (typeof auditActions)[number]

export interface AuditEntry {
  /** Null for a log-in that failed, for the server's own command, and for what a customer did. */
  readonly staffId: bigint | null
  readonly action: AuditAction
  /** As the desk knows it. */
  readonly conversationId?: string | null
  readonly details?: Readonly<Record<string, unknown>>
  readonly ip?: string
}

/** Adds to what the database lets nobody change. In the transaction of the action itself: neither is without the other. */
export async function audit(queries: Queries, entry: AuditEntry): Promise<void> {
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
