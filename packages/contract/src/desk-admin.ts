import * as v from 'valibot'
import type { KnownMessage } from './chat.ts'
import { colleague, deskCall, type StaffRole, staff } from './desk-call.ts'
import { text } from './text.ts'
import { pageRequest, timestamp } from './values.ts'

export const listStaff = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/staff',
  access: 'admin',
  effect: 'reads',
  body: null,
  answer: v.object({
    staff: v.array(
      v.object({
        ...staff.entries,
        isActive: v.boolean(),
        createdAt: timestamp,
        lastSeenAt: v.nullable(timestamp),
        // What customers said of the sessions that they were in charge of, in the last 30 days: null where nobody said anything.
        rating: v.nullable(v.object({ count: v.number(), average: v.number() })),
      }),
    ),
  }),
  refusals: [],
})

/** Every kind of thing that is written down. The desk has words for each: one without does not compile there. */
export const auditActions = [
  'login',
  'login-failed',
  'second-factor-asked',
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
  'slip-seen',
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
  'deposit-credited',
  'deposit-set-aside',
] as const
export type AuditAction = (typeof auditActions)[number]

/**
 * What is written down beside an action, and nothing else is: the desk has words for each name, and for what stands under it. A line is
 * kept for good, so a name that was once written stays here.
 */
export interface AuditDetails {
  /** By which one of the staff logs in, or which somebody tried. */
  readonly name?: string
  readonly role?: StaffRole
  /** Whose the conversation is from now on, by the name that logs in; null for nobody's. */
  readonly to?: string | null
  /** By the public id: the trail is kept longer than a phone number should be. */
  readonly member?: string
  /** Of a slip whose picture was looked at. */
  readonly slip?: string
  /** How many of a member's sessions were ended. */
  readonly sessions?: number
  /** The part of a conversation that was ended or rated. */
  readonly sessionId?: string
  readonly asksRating?: boolean
  readonly score?: number
  readonly noteId?: string
  readonly cannedId?: string
  /** Of a canned reply. */
  readonly title?: string
  readonly messageType?: KnownMessage['message_type']
  readonly clientId?: string
  readonly path?: string
  readonly fileType?: 'image' | 'video' | 'file'
  /** How many recovery codes are left. */
  readonly left?: number
  /** The number of money that waited for its owner, and why it is this member's. */
  readonly deposit?: string
  readonly because?: string
  /** It was likely to be nobody's. */
  readonly isAnyway?: boolean
  /** Who gave a command of the server, by the name that its machine has for them. */
  readonly by?: string
}

/**
 * What is written down of every action; `staff` is null where a command of the server or a customer did it, or a login failed. Open on
 * the wire: a page that is older than the server still shows the lines that it knows.
 */
export const auditRow = /* @__PURE__ */ v.object({
  auditId: v.string(),
  at: timestamp,
  staff: v.nullable(colleague),
  action: v.string(),
  conversationId: v.nullable(v.string()),
  details: v.record(v.string(), v.unknown()),
  ip: v.string(),
})

/** Newest first. `staffId` and `action` narrow it, "" is all; `staff` and `actions` are all that it can be narrowed to. */
export const listAudit = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/audit',
  access: 'admin',
  effect: 'reads',
  body: v.object({
    staffId: v.optional(text, ''),
    action: v.optional(text, ''),
    ...pageRequest.entries,
  }),
  answer: v.object({
    total: v.number(),
    audit: v.array(auditRow),
    actions: v.array(v.string()),
    // Those who were switched off as well: what they did is looked for most of all. A release before this one tells none.
    staff: v.optional(v.array(v.object({ ...colleague.entries, isActive: v.boolean() })), []),
  }),
  refusals: [],
})
