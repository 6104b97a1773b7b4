import * as v from 'valibot'
import { chatMessage, conversation } from './chat.ts'
import { colleague, deskCall, staff } from './desk-call.ts'
import { text } from './text.ts'
import { pageRequest, succeeded, timestamp } from './values.ts'

/**
 * `code`: of the authenticator app or a recovery code, from those who have a second factor. UNVERIFIED_OTP: name and password are right, ask
 * again with the code. OTP_CODE_INVALID: it is wrong, or was used. KEY_MISSING: a second factor is required, and this one has none.
 * OTP_EXPIRED: the password is right, but was made for its owner, who has not chosen another in time.
 */
export const deskLogin = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/login',
  access: 'anyone',
  effect: 'writes',
  body: v.object({ name: text, password: text, code: v.optional(text, '') }),
  answer: v.object({ staff }),
  refusals: [
    'WRONG_CREDENTIAL',
    'INACTIVE_USER',
    'REQUEST_LIMIT_1MIN',
    'UNVERIFIED_OTP',
    'OTP_CODE_INVALID',
    'OTP_EXPIRED',
    'KEY_MISSING',
  ],
})

export const deskLogout = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/logout',
  access: 'anyone',
  effect: 'writes',
  body: null,
  answer: succeeded,
  refusals: [],
})

/** Who is logged in, and whose desk it is. `passwordExpiresAt`: until when a password opens the desk that was made for its owner; null for one of their own. */
export const deskMe = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/me',
  effect: 'reads',
  body: null,
  answer: v.object({
    staff,
    operatorName: v.string(),
    passwordExpiresAt: v.optional(v.nullable(timestamp), null),
  }),
  refusals: [],
})

export const changeDeskPassword = /* @__PURE__ */ deskCall({
  method: 'PUT',
  path: '/desk/password',
  effect: 'writes',
  body: v.object({ oldPassword: text, newPassword: text }),
  answer: succeeded,
  refusals: ['WRONG_PASSWORD', 'INVALID_USER_INFO', 'REQUEST_LIMIT_1MIN'],
})

/** Those whom a conversation can be given to. */
export const listColleagues = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/colleagues',
  effect: 'reads',
  body: null,
  answer: v.object({ colleagues: v.array(colleague) }),
  refusals: [],
})

/**
 * A message as the desk has it: what the customer sees (chat.ts) and `seq`, which grows by one from 1 in each conversation and orders it.
 * `sender` is "customer", "agent" or "system". `staff` wrote it, where it was one of us. Match own pending ones by `clientId`.
 */
export const deskMessage = /* @__PURE__ */ v.object({
  ...conversation.entries,
  _id: v.string(),
  seq: v.number(),
  staff: v.nullable(colleague),
})
export type DeskMessage = v.InferOutput<typeof deskMessage>

/**
 * One customer's conversation, all of it, as a row of the inbox. `unread`: the customer's messages that nobody at the desk has read.
 * `waitingSince`: when the first one was sent that nobody has answered; null when none waits. `isOpen`: false after it was ended, until
 * the next message; `sessionId` is that of the open session. The read marks are the last `seq` that each side has seen.
 */
export const deskConversation = /* @__PURE__ */ v.object({
  conversationId: v.string(),
  kind: v.picklist(['member', 'guest']),
  // "" for a guest, who is shown as a guest by the last characters of conversationId.
  name: v.string(),
  username: v.string(),
  isOpen: v.boolean(),
  // A server of the release before does not tell it.
  sessionId: v.optional(v.nullable(v.string())),
  assignee: v.nullable(colleague),
  unread: v.number(),
  waitingSince: v.nullable(timestamp),
  lastMessage: v.nullable(deskMessage),
  deskReadSeq: v.number(),
  customerReadSeq: v.number(),
  createdAt: timestamp,
})
export type DeskConversation = v.InferOutput<typeof deskConversation>

/** mine, unassigned and all are of the open ones. unassigned: nobody's, and those whose customer waits while who is in charge is away. */
export const inboxFilters = ['mine', 'unassigned', 'all', 'closed'] as const
export const inboxOrders = ['newest', 'waiting'] as const

/** `search`: a part of a name or of a phone number, of the last four letters and digits of a guest's conversationId, or ""; it looks through all of the filter. `counts` is without the search. */
export const deskInbox = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/inbox',
  effect: 'reads',
  body: v.object({
    filter: v.picklist(inboxFilters),
    order: v.optional(v.picklist(inboxOrders), 'newest'),
    search: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    ...pageRequest.entries,
  }),
  answer: v.object({
    total: v.number(),
    conversations: v.array(deskConversation),
    counts: v.object({ mine: v.number(), unassigned: v.number(), all: v.number(), unread: v.number() }),
  }),
  refusals: [],
})

export const getDeskConversation = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/conversations/{conversationId}',
  effect: 'reads',
  body: null,
  answer: v.object({ conversation: deskConversation }),
  refusals: ['NO_DATA'],
})

const seq = /* @__PURE__ */ v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_000_000_000))

/**
 * Messages newest first: the newest, those `before` a seq (scrolling up), or those `after` one (what was missed while away; then oldest
 * first). `hasMore` in the direction that was asked for.
 */
export const deskMessages = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/conversations/{conversationId}/history',
  effect: 'reads',
  body: v.object({
    before: v.optional(v.nullable(seq), null),
    after: v.optional(v.nullable(seq), null),
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  }),
  answer: v.object({ messages: v.array(deskMessage), hasMore: v.boolean() }),
  refusals: ['NO_DATA'],
})

export const BUTTON_TITLE_MAX = 60
export const BUTTONS_MAX = 10
export const CARDS_MAX = 10

/**
 * `clientId` is a uuid of the desk's: the same one again stores nothing new and answers the first. Media and cards show only files that
 * were uploaded by `deskUpload` (their `path`). A `web` button leads to an http(s) address, a `call` one to a phone number. Sending
 * opens a new session where the last one was ended, and assigns an unassigned conversation to the sender. `seenSeq`: the last message that
 * the agent knew of; whatever the customer has said after it still waits. `sessionId`, only of what has waited at the desk: the session that
 * the agent knew, null for none. CHANGED_MEANWHILE: that one has been ended since, or a colleague has written.
 */
export const deskSend = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/conversations/{conversationId}/messages',
  effect: 'writes',
  body: v.object({
    clientId: v.pipe(v.string(), v.uuid()),
    message: chatMessage,
    seenSeq: v.optional(seq),
    sessionId: v.optional(v.nullable(text)),
  }),
  answer: v.object({ message: deskMessage }),
  refusals: ['NO_DATA', 'REQUEST_LIMIT_1MIN', 'CHANGED_MEANWHILE'],
})

/** Field `file`: PNG, JPEG, GIF (10 MB), MP4 or QuickTime (20 MB), PDF (10 MB). `width` and `height` belong into the payload. */
export const deskUpload = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/upload',
  effect: 'writes',
  file: 'file',
  body: v.object({}),
  answer: v.object({
    path: v.string(),
    fileType: v.picklist(['image', 'video', 'file']),
    width: v.optional(v.number()),
    height: v.optional(v.number()),
  }),
  refusals: [
    'FILE_NOT_SUPPORTED',
    'FILE_TOO_LARGE',
    'REQUEST_LIMIT_1MIN',
    'OVERLOADED',
    'INTERNAL_SERVER_ERROR',
  ],
})

/** The desk has seen all up to `seq`; it never goes back. */
export const deskRead = /* @__PURE__ */ deskCall({
  method: 'PUT',
  path: '/desk/conversations/{conversationId}/read',
  effect: 'writes',
  body: v.object({ seq }),
  answer: v.object({ unread: v.number() }),
  refusals: ['NO_DATA'],
})

/**
 * To a colleague, to oneself, or to nobody (null). `fromStaffId`: whose it was when that was chosen. CHANGED_MEANWHILE: it has become
 * somebody else's since.
 */
export const assignConversation = /* @__PURE__ */ deskCall({
  method: 'PUT',
  path: '/desk/conversations/{conversationId}/assignee',
  effect: 'writes',
  body: v.object({ staffId: v.nullable(text), fromStaffId: v.optional(v.nullable(text)) }),
  answer: v.object({ conversation: deskConversation }),
  refusals: ['NO_DATA', 'NO_USER', 'CHANGED_MEANWHILE'],
})

/**
 * Ends the session: the customer's next message, or ours, has a new session_id. Ending an ended one changes nothing. `asksRating`: the
 * customer is asked how they were helped. `sessionId` and `seenSeq`: the session and the last message that the agent knew of.
 * CHANGED_MEANWHILE: another session is open by now, or the customer has written since.
 */
export const endConversation = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/conversations/{conversationId}/end',
  effect: 'writes',
  body: v.object({
    asksRating: v.optional(v.boolean(), true),
    sessionId: v.optional(text),
    seenSeq: v.optional(seq),
  }),
  answer: v.object({ conversation: deskConversation }),
  refusals: ['NO_DATA', 'CHANGED_MEANWHILE'],
})

/** A session that was ended. `helper`: who was in charge, if they wrote in it; else who wrote last, or ended it. `score` is null as long as the customer has not said how they were helped. */
export const deskSession = /* @__PURE__ */ v.object({
  sessionId: v.string(),
  endedAt: timestamp,
  helper: colleague,
  asksRating: v.boolean(),
  score: v.nullable(v.number()),
  comment: v.string(),
})
export type DeskSession = v.InferOutput<typeof deskSession>

/** The sessions of a conversation that were ended, newest first, at most the latest 100. */
export const deskSessions = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/conversations/{conversationId}/sessions',
  effect: 'reads',
  body: null,
  answer: v.object({ sessions: v.array(deskSession) }),
  refusals: ['NO_DATA'],
})
