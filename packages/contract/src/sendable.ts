/** What a message must be to be taken: what the server judges by, and what an editor of the desk says early. */
import * as v from 'valibot'
import { phoneAddress, webAddress } from './address.ts'
import { buttonTypes, CHAT_TEXT_MAX, isWithin } from './chat.ts'
import { BUTTON_TITLE_MAX, BUTTONS_MAX, CARDS_MAX } from './desk.ts'
import { isUnseen } from './text.ts'

/** What an issue says that needs words of its own. */
export const UNSEEN = 'empty'
export const NO_WEB_ADDRESS = 'not an address'
export const NO_PHONE_NUMBER = 'not a phone number'

const atMost = (most: number) =>
  v.pipe(
    v.string(),
    v.check((text) => isWithin(text, most), 'too long'),
  )
const written = (most: number) =>
  v.pipe(
    atMost(most),
    v.check((text) => !isUnseen(text), UNSEEN),
  )

/** The path of a file that was uploaded to this server. */
export const FILE_PATH_SHAPE = /^\/api\/chat\/files\/([0-9a-f]{48}chat\.[a-z0-9]{2,4})$/

const ownPath = /* @__PURE__ */ v.pipe(v.string(), v.regex(FILE_PATH_SHAPE))

const text = /* @__PURE__ */ v.object({
  message_type: v.literal('text'),
  payload: v.object({ text: written(CHAT_TEXT_MAX) }),
})

const media = /* @__PURE__ */ v.object({
  message_type: v.literal('media'),
  payload: v.object({
    message: v.optional(v.nullable(atMost(CHAT_TEXT_MAX)), ''),
    url: v.optional(v.literal(false), false),
    fileType: v.picklist(['image', 'video', 'file']),
    filePath: ownPath,
  }),
})

const postback = /* @__PURE__ */ v.object({
  message_type: v.literal('postback'),
  payload: v.object({ title: written(200), payload: atMost(1_000) }),
})

/** What a customer may send. Everything else is the desk's to send. */
export const customerMessage = /* @__PURE__ */ v.variant('message_type', [text, media, postback])

const button = /* @__PURE__ */ v.pipe(
  v.object({ title: written(BUTTON_TITLE_MAX), type: v.picklist(buttonTypes), payload: atMost(1_000) }),
  v.check(({ type, payload }) => type !== 'web' || webAddress(payload) !== null, NO_WEB_ADDRESS),
  v.check(({ type, payload }) => type !== 'call' || phoneAddress(payload) !== null, NO_PHONE_NUMBER),
)
const buttonsOf = (least: number) => v.pipe(v.array(button), v.minLength(least), v.maxLength(BUTTONS_MAX))

/** A card's picture: a file of ours or of another site, over https, which is all that the wallet shows. */
const picture = /* @__PURE__ */ v.pipe(
  v.string(),
  v.maxLength(1_000),
  v.check(
    (path) =>
      path === '' || FILE_PATH_SHAPE.test(path) || (path.startsWith('https:') && webAddress(path) !== null),
  ),
)
const card = /* @__PURE__ */ v.object({
  image_url: v.optional(v.nullable(picture), ''),
  title: written(200),
  subtitle: v.optional(v.nullable(atMost(500)), ''),
  buttons: v.optional(buttonsOf(0), []),
})

/** What the desk may send. */
export const messageOfDesk = /* @__PURE__ */ v.variant('message_type', [
  text,
  media,
  v.object({
    message_type: v.literal('buttons'),
    payload: v.object({ text: written(CHAT_TEXT_MAX), buttons: buttonsOf(1) }),
  }),
  v.object({
    message_type: v.literal('quick_replies'),
    payload: v.object({ text: written(CHAT_TEXT_MAX), quick_replies: buttonsOf(1) }),
  }),
  v.object({
    message_type: v.literal('generic'),
    payload: v.object({ elements: v.pipe(v.array(card), v.minLength(1), v.maxLength(CARDS_MAX)) }),
  }),
])
