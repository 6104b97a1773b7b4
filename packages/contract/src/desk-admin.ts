import * as v from 'valibot'
import { colleague, deskCall, staff } from './desk-call.ts'
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

/** What is written down of every action; `staff` is null where a command of the server or a customer did it, or a login failed. */
export const auditRow = /* @__PURE__ */ v.object({
  auditId: v.string(),
  at: timestamp,
  staff: v.nullable(colleague),
  action: v.string(),
  conversationId: v.nullable(v.string()),
  details: v.record(v.string(), v.unknown()),
  ip: v.string(),
})

/** Newest first. `staffId` and `action` narrow it; "" is all. */
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
  answer: v.object({ total: v.number(), audit: v.array(auditRow), actions: v.array(v.string()) }),
  refusals: [],
})
