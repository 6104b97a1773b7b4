import * as v from 'valibot'
import { call } from './call.ts'
import { charactersIn, text } from './text.ts'
import { extra, rows, rowsAlone, timestamp, words } from './values.ts'

export const CHAT_TEXT_MAX = 2000
export const CHAT_IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const CHAT_VIDEO_MAX_BYTES = 20 * 1024 * 1024

/** Characters as people count them, not as UTF-16 does. */
export function isWithin(text: string, most: number): boolean {
  return text.length <= most || charactersIn(text) <= most
}

export const buttonTypes = ['web', 'call', 'postback', 'other'] as const

/** What comes back to the server when it is pressed, or where it leads: anything but words leads nowhere. */
const buttonPayload = /* @__PURE__ */ v.fallback(v.string(), '')

/** Another server may have kinds of its own: what its button would do is not known, its title stands all the same. */
const button = /* @__PURE__ */ v.object({
  title: v.string(),
  type: v.fallback(v.picklist(buttonTypes), 'other'),
  payload: buttonPayload,
})
export type ChatButton = v.InferOutput<typeof button>

/** Whatever they are, they take nothing of what they stand under with them. */
const buttons = /* @__PURE__ */ v.fallback(rows(button), [])

/** `url` true: filePath is a whole address; false: a path on the API's origin. */
const mediaPayload = /* @__PURE__ */ v.object({
  message: words,
  url: v.boolean(),
  fileType: v.fallback(v.picklist(['image', 'video', 'file']), 'file'),
  filePath: v.string(),
  // Ours: what a picture or a video measures, so that its space can be kept before it has loaded.
  width: extra(v.number()),
  height: extra(v.number()),
})

/** Every kind of message whose shape is known (api: chat). */
const knownMessage = /* @__PURE__ */ v.variant('message_type', [
  v.object({ message_type: v.literal('text'), payload: v.object({ text: v.string() }) }),
  v.object({ message_type: v.literal('media'), payload: mediaPayload }),
  v.object({
    message_type: v.literal('buttons'),
    payload: v.object({ text: v.string(), buttons }),
  }),
  v.object({
    message_type: v.literal('quick_replies'),
    payload: v.object({ text: v.string(), quick_replies: buttons }),
  }),
  v.object({
    message_type: v.literal('generic'),
    payload: v.object({
      elements: rowsAlone(
        v.object({
          image_url: v.optional(v.nullable(v.string()), ''),
          title: v.string(),
          subtitle: v.optional(v.nullable(v.string()), ''),
          buttons,
        }),
      ),
    }),
  }),
  v.object({
    message_type: v.literal('postback'),
    payload: v.object({ title: v.string(), payload: buttonPayload }),
  }),
])
export type KnownMessage = v.InferOutput<typeof knownMessage>

/** A message as it comes: its payload is anything until `readMessage` has looked at it, since another server may send other kinds. */
export const chatMessage = /* @__PURE__ */ v.object({ message_type: v.string(), payload: v.unknown() })

/** The message in its known shape, or null for one to be shown as unsupported. */
export function readMessage(received: v.InferOutput<typeof chatMessage>): KnownMessage | null {
  const parsed = v.safeParse(knownMessage, received)
  return parsed.success ? parsed.output : null
}

/** One message, as the wire calls it. `sender` is "customer" or anything else. Ours: `clientId`, the sender's own uuid for the message. */
export const conversation = /* @__PURE__ */ v.object({
  _id: extra(v.string()),
  clientId: v.optional(v.nullable(v.string())),
  sender: v.string(),
  message: chatMessage,
  createdAt: timestamp,
  session_id: v.optional(v.nullable(v.string()), ''),
  userId: v.optional(v.nullable(v.string()), ''),
  guestId: v.optional(v.nullable(v.string()), ''),
  username: v.optional(v.nullable(v.string()), ''),
  name: v.optional(v.nullable(v.string()), ''),
  deviceToken: v.optional(v.nullable(v.string()), ''),
})
export type Conversation = v.InferOutput<typeof conversation>

/**
 * Who the calls below are about: a member by `userId` (their token is then needed, which is why the calls themselves need none), or a
 * guest by `guestId` alone, which is therefore a random uuid. The other one is "".
 */
const said = /* @__PURE__ */ v.optional(v.nullable(text), '')
const party = { userId: said, guestId: said }

/** Why a party is not let in: not theirs (NOT_ALLOWED), or a member's token that does not hold. */
const partyRefusals = [
  'BAD_REQUEST',
  'NOT_ALLOWED',
  'UNAUTHORIZED',
  'invalid-token',
  'EXPIRED_AUTH_TOKEN',
  'INACTIVE_USER',
] as const

export const chatConfig = /* @__PURE__ */ call({
  method: 'GET',
  path: '/chat/config',
  token: false,
  effect: 'reads',
  body: null,
  answer: v.object({ PREFIX: v.string() }),
  refusals: [],
})

/** What a customer sends: text, media or postback. `createdAt`, `_id` and `session_id` are the server's to set: whatever is there counts for nothing. */
export const sendMessage = /* @__PURE__ */ call({
  method: 'POST',
  path: '/chat/send-message',
  token: false,
  effect: 'writes',
  body: v.object({
    ...party,
    _id: v.nullish(text),
    clientId: v.optional(v.nullable(text)),
    sender: v.nullish(text, 'customer'),
    message: chatMessage,
    createdAt: v.nullish(text),
    session_id: said,
    username: said,
    name: said,
    deviceToken: said,
  }),
  answer: v.object({ timestamp }),
  refusals: [...partyRefusals, 'REQUEST_LIMIT_1MIN', 'NO_DATA'],
})

/**
 * Ours: the session that the desk has ended and nothing was written after. `asksRating`: the customer may say how they were helped;
 * `score` is what they said, null as long as they have not.
 */
export const endedSession = /* @__PURE__ */ v.object({
  session_id: v.string(),
  endedAt: timestamp,
  asksRating: v.optional(v.boolean(), false),
  score: v.optional(v.nullable(v.number()), null),
})
export type EndedSession = v.InferOutput<typeof endedSession>

/** Newest first; `skip` counts from the newest. */
export const chatHistory = /* @__PURE__ */ call({
  method: 'POST',
  path: '/chat/history',
  token: false,
  effect: 'reads',
  body: v.object({
    ...party,
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    skip: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  }),
  // Ours: how many of the other side's messages the customer has not read, the last message that the desk has, and how it ended.
  answer: v.object({
    history: v.array(conversation),
    unread: v.optional(v.number()),
    readAt: v.optional(timestamp),
    ended: v.optional(v.nullable(endedSession)),
  }),
  refusals: partyRefusals,
})

const uploaded = /* @__PURE__ */ v.object({ path: v.string() })
const uploadRefusals = [
  'BAD_REQUEST',
  'FILE_NOT_SUPPORTED',
  'FILE_TOO_LARGE',
  'REQUEST_LIMIT_1MIN',
  'OVERLOADED',
  'INTERNAL_SERVER_ERROR',
] as const

/** `path` is relative to the API's origin, has 192 random bits in it, and is readable by who knows it. */
export const uploadChatImage = /* @__PURE__ */ call({
  method: 'POST',
  path: '/chat/upload-image',
  token: false,
  effect: 'writes',
  file: 'file',
  body: v.object({}),
  answer: uploaded,
  refusals: uploadRefusals,
})

export const uploadChatVideo = /* @__PURE__ */ call({
  method: 'POST',
  path: '/chat/upload-video',
  token: false,
  effect: 'writes',
  file: 'file',
  body: v.object({}),
  answer: uploaded,
  refusals: uploadRefusals,
})

/**
 * The customer has seen everything up to now. Ours: `readAt`, the `createdAt` of the newest message that they have seen, and then no more than
 * up to there: what was stored while the call was on its way nobody has seen.
 */
export const readChat = /* @__PURE__ */ call({
  method: 'PUT',
  path: '/chat/read-customer/',
  token: false,
  effect: 'writes',
  body: v.object({ ...party, readAt: v.optional(timestamp) }),
  answer: v.object({ message: v.literal('SUCCESS') }),
  refusals: partyRefusals,
})

export const RATING_BEST = 5
export const RATING_COMMENT_MAX = 500

/**
 * Ours, and asked only of a server that has told of an `endedSession` that asks for it: how the customer was helped in it. Said again, the
 * last word counts, and no `comment` leaves the one before, for a week after the end; then, and of a session that asks for nothing, it is
 * NO_DATA.
 */
export const rateChat = /* @__PURE__ */ call({
  method: 'POST',
  path: '/chat/rating',
  token: false,
  effect: 'writes',
  body: v.object({
    ...party,
    session_id: text,
    score: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(RATING_BEST)),
    comment: v.optional(v.pipe(v.string(), v.maxLength(RATING_COMMENT_MAX * 2)), ''),
  }),
  answer: v.object({ message: v.literal('SUCCESS') }),
  refusals: [...partyRefusals, 'REQUEST_LIMIT_1MIN', 'NO_DATA'],
})

/** The socket's events: the client emits `join` with PREFIX + (userId or guestId); the server emits `messaging` to the room. */
export const joinAck = /* @__PURE__ */ v.variant('ok', [
  v.object({ ok: v.literal(true) }),
  v.object({ ok: v.literal(false), message: words }),
])

/**
 * Ours, and hints that another server may not send: `typing` when someone at the desk writes (forget it 5 s after the last), `read` when
 * the desk has seen every message up to a time, `ended` with an `endedSession` when the desk has ended it or the customer has rated it. The
 * customer may emit `typing`, without anything in it, at most every 2 s.
 */
export const typingFromDesk = /* @__PURE__ */ v.object({ name: v.optional(v.string(), '') })
export const readByDesk = /* @__PURE__ */ v.object({ readAt: timestamp })
