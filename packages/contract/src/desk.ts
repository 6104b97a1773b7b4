import * as v from 'valibot'
import { type Call, call } from './call.ts'
import { type ChatButton, chatMessage, conversation } from './chat.ts'
import type { RefusalCode } from './codes.ts'
import { statementRow } from './statement.ts'
import { money, pageRequest, ratio, succeeded, text, timestamp } from './values.ts'

/**
 * The support desk's own calls: private to this server and its desk (apps/desk), no part of the wallet's wire. Who asks is told by a
 * cookie that no script can read (httpOnly, SameSite=Strict), set by `deskLogin`; every call carries `X-Requested-With: kapao`.
 */

export const staffRoles = ['agent', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Who may call: anyone, whoever is logged in, or an admin. */
export type DeskAccess = 'anyone' | 'agent' | 'admin'

/** UNAUTHORIZED: not logged in. EXPIRED_AUTH_TOKEN: logged in once, not any more. NOT_ALLOWED: another role's call. */
const commonRefusals = ['UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', 'NOT_ALLOWED', 'BAD_REQUEST'] as const

interface Declared<Path extends string, Body, Answer, Refusals> {
  readonly method: Call['method']
  readonly path: Path
  readonly access?: DeskAccess
  readonly effect: 'reads' | 'writes'
  readonly file?: string
  readonly body: Body
  readonly answer: Answer
  readonly refusals: readonly Refusals[]
}

// @__NO_SIDE_EFFECTS__
function deskCall<
  const Path extends string,
  const Body extends v.GenericSchema | null,
  const Answer extends v.GenericSchema,
  const Refusals extends RefusalCode,
>({ access = 'agent', refusals, ...declared }: Declared<Path, Body, Answer, Refusals>) {
  const common: readonly (Refusals | (typeof commonRefusals)[number])[] = [...commonRefusals, ...refusals]
  return { ...call({ ...declared, token: false, refusals: common }), access }
}

// ---------------------------------------------------------------------------------------------------------------- who works here

export const STAFF_NAME_MAX = 40

/** `name` logs in and is never shown to customers; `displayName` is. */
export const staff = /* @__PURE__ */ v.object({
  staffId: v.string(),
  name: v.string(),
  displayName: v.string(),
  role: v.picklist(staffRoles),
})
export type Staff = v.InferOutput<typeof staff>

const colleague = /* @__PURE__ */ v.object({ staffId: v.string(), displayName: v.string() })

export const deskLogin = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/login',
  access: 'anyone',
  effect: 'writes',
  body: v.object({ name: text, password: text }),
  answer: v.object({ staff }),
  refusals: ['WRONG_CREDENTIAL', 'INACTIVE_USER', 'REQUEST_LIMIT_1MIN'],
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

/** Who is logged in, and whose desk it is. */
export const deskMe = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/me',
  effect: 'reads',
  body: null,
  answer: v.object({ staff, operatorName: v.string() }),
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

// ------------------------------------------------------------------------------------------------------------------------- inbox

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
 * the next message. The read marks are the last `seq` that each side has seen.
 */
export const deskConversation = /* @__PURE__ */ v.object({
  conversationId: v.string(),
  kind: v.picklist(['member', 'guest']),
  // "" for a guest, who is shown as a guest by the last characters of conversationId.
  name: v.string(),
  username: v.string(),
  isOpen: v.boolean(),
  assignee: v.nullable(colleague),
  unread: v.number(),
  waitingSince: v.nullable(timestamp),
  lastMessage: v.nullable(deskMessage),
  deskReadSeq: v.number(),
  customerReadSeq: v.number(),
  createdAt: timestamp,
})
export type DeskConversation = v.InferOutput<typeof deskConversation>

/** mine, unassigned and all are of the open ones. */
export const inboxFilters = ['mine', 'unassigned', 'all', 'closed'] as const
export const inboxOrders = ['newest', 'waiting'] as const

/** `search`: a part of a name or of a phone number, or ""; it looks through all of the filter. `counts` is without the search. */
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

// ------------------------------------------------------------------------------------------------------------------------ answer

export const BUTTON_TITLE_MAX = 60
export const BUTTONS_MAX = 10
export const CARDS_MAX = 10
export type { ChatButton }

/**
 * `clientId` is a uuid of the desk's: the same one again stores nothing new and answers the first. Media and cards show only files that
 * were uploaded by `deskUpload` (their `path`). A `web` button leads to an http(s) address, a `call` one to a phone number. Sending
 * opens a new session where the last one was ended, and assigns an unassigned conversation to the sender.
 */
export const deskSend = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/conversations/{conversationId}/messages',
  effect: 'writes',
  body: v.object({ clientId: v.pipe(v.string(), v.uuid()), message: chatMessage }),
  answer: v.object({ message: deskMessage }),
  refusals: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
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

/** To a colleague, to oneself, or to nobody (null). */
export const assignConversation = /* @__PURE__ */ deskCall({
  method: 'PUT',
  path: '/desk/conversations/{conversationId}/assignee',
  effect: 'writes',
  body: v.object({ staffId: v.nullable(text) }),
  answer: v.object({ conversation: deskConversation }),
  refusals: ['NO_DATA', 'NO_USER'],
})

/** Ends the session: the customer's next message, or ours, has a new session_id. Ending an ended one changes nothing. */
export const endConversation = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/conversations/{conversationId}/end',
  effect: 'writes',
  body: v.object({}),
  answer: v.object({ conversation: deskConversation }),
  refusals: ['NO_DATA'],
})

// ----------------------------------------------------------------------------------------------------------------------- beside it

/**
 * The member of a conversation, never a guest (NO_DATA). `worth` is a game's balance in the wallet's currency, `total` the wallet's
 * and the games' together. Game balances are the last known. Each look is written into the audit.
 */
export const deskMember = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/conversations/{conversationId}/member',
  effect: 'writes',
  body: null,
  answer: v.object({
    profile: v.object({
      _id: v.string(),
      name: v.string(),
      username: v.string(),
      isActive: v.boolean(),
      createdAt: timestamp,
    }),
    bankAccount: v.object({
      bankCode: v.string(),
      bankName: v.string(),
      bankAccountName: v.string(),
      bankAccountNo: v.string(),
    }),
    currency: v.string(),
    wallet: money,
    total: money,
    games: v.array(
      v.object({ code: v.string(), name: v.string(), amount: money, ftWalletSlot: ratio, worth: money }),
    ),
    statements: v.array(statementRow),
  }),
  refusals: ['NO_DATA'],
})

export const NOTE_MAX = 2000

/** Private: no customer sees one. */
export const deskNote = /* @__PURE__ */ v.object({
  noteId: v.string(),
  text: v.string(),
  staff: colleague,
  createdAt: timestamp,
})
export type DeskNote = v.InferOutput<typeof deskNote>

/** Newest first, at most the latest 100. */
export const listNotes = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/conversations/{conversationId}/notes',
  effect: 'reads',
  body: null,
  answer: v.object({ notes: v.array(deskNote) }),
  refusals: ['NO_DATA'],
})

export const addNote = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/conversations/{conversationId}/notes',
  effect: 'writes',
  body: v.object({ text: v.pipe(v.string(), v.maxLength(NOTE_MAX * 2)) }),
  answer: v.object({ note: deskNote }),
  refusals: ['NO_DATA'],
})

// ------------------------------------------------------------------------------------------------------------------ canned replies

export const CANNED_TITLE_MAX = 80
/** What is typed after a slash: letters of any language, digits, `-` and `_`. */
export const SHORTCUT_SHAPE = /^[\p{L}\p{M}\p{N}_-]{1,30}$/u

export const cannedLanguages = ['th', 'la', 'en', ''] as const

/**
 * `kind` reply: sent as it is, found by `/shortcut`. template: quick replies, buttons or cards to be filled in before they are sent.
 * `language` "" is for all. The literal `{name}` in a text stands for the customer's name, which the desk fills in.
 */
const cannedFields = {
  kind: v.picklist(['reply', 'template']),
  title: v.pipe(v.string(), v.maxLength(CANNED_TITLE_MAX * 2)),
  // Without the slash; "" has none.
  shortcut: v.pipe(v.string(), v.maxLength(60)),
  language: v.picklist(cannedLanguages),
  message: chatMessage,
}

export const cannedReply = /* @__PURE__ */ v.object({
  cannedId: v.string(),
  ...cannedFields,
  updatedAt: timestamp,
})
export type CannedReply = v.InferOutput<typeof cannedReply>

/** All of them, by title. */
export const listCanned = /* @__PURE__ */ deskCall({
  method: 'GET',
  path: '/desk/canned',
  effect: 'reads',
  body: null,
  answer: v.object({ canned: v.array(cannedReply) }),
  refusals: [],
})

/** KEY_INVALID with `field: "shortcut"`: another one in the same language has it. */
export const createCanned = /* @__PURE__ */ deskCall({
  method: 'POST',
  path: '/desk/canned',
  effect: 'writes',
  body: v.object(cannedFields),
  answer: v.object({ canned: cannedReply }),
  refusals: ['KEY_INVALID'],
})

export const updateCanned = /* @__PURE__ */ deskCall({
  method: 'PUT',
  path: '/desk/canned/{cannedId}',
  effect: 'writes',
  body: v.object(cannedFields),
  answer: v.object({ canned: cannedReply }),
  refusals: ['KEY_INVALID', 'NO_DATA'],
})

export const deleteCanned = /* @__PURE__ */ deskCall({
  method: 'DELETE',
  path: '/desk/canned/{cannedId}',
  effect: 'writes',
  body: null,
  answer: succeeded,
  refusals: ['NO_DATA'],
})

// ---------------------------------------------------------------------------------------------------------------------- admins only

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
      }),
    ),
  }),
  refusals: [],
})

/** What is written down of every action; `staff` is null where a command of the server did it, or a login failed. */
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

// ------------------------------------------------------------------------------------------------------------------------ realtime

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
