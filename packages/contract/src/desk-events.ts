import * as v from 'valibot'
import { deskConversation, deskMessage } from './desk.ts'
import { colleague } from './desk-call.ts'
import { deskNote } from './desk-tools.ts'

/**
 * The socket.io namespace of the desk, at the same `/socket.io`; the cookie says who it is (connect_error "UNAUTHORIZED" where it says
 * nobody). Every event is a hint: after each (re)connect ask deskInbox, and deskMessages `after` the last known seq.
 */
export const DESK_NAMESPACE = '/desk'

/** The server's `messaging`: a message was stored, in any conversation. `conversation` is its row after it. */
export const messagingHint = /* @__PURE__ */ v.object({
  conversation: deskConversation,
  message: deskMessage,
})

/** The server's `conversation`: a row changed: assigned, ended, read by either side. */
export const conversationHint = /* @__PURE__ */ v.object({ conversation: deskConversation })

/** The server's `sessions`: one was ended, or rated by its customer (deskSessions). */
export const sessionsHint = /* @__PURE__ */ v.object({ conversationId: v.string() })

/** The server's `note`. */
export const noteHint = /* @__PURE__ */ v.object({ conversationId: v.string(), note: deskNote })

/** The server's `canned`, without anything in it: the list has changed. */

/**
 * The server's `typing`: the customer (`staff` null) or a colleague writes; forget it 5 s after the last. The desk emits `typing` with
 * `{conversationId}` at most every 2 s while its own text changes: the customer's room hears of it, and so do the colleagues.
 */
export const typingHint = /* @__PURE__ */ v.object({
  conversationId: v.string(),
  staff: v.nullable(colleague),
})
