import { buttonTypes, CHAT_TEXT_MAX, isUnseen, type KnownMessage } from '@kapao/contract/chat'
import { BUTTON_TITLE_MAX, BUTTONS_MAX, CARDS_MAX } from '@kapao/contract/desk'
import * as v from 'valibot'
import { type Refusal, refuse } from '../http/refusal.ts'

/** Characters as people count them, not as UTF-16 does. */
function isWithin(text: string, most: number): boolean {
  return text.length <= most || [...text].length <= most
}

const atMost = (most: number) =>
  v.pipe(
    v.string(),
    v.check((text) => isWithin(text, most), 'too long'),
  )
const written = (most: number) =>
  v.pipe(
    atMost(most),
    v.check((text) => !isUnseen(text), 'empty'),
  )

/** The path of a file that was uploaded here: `mountChatFiles` serves it. */
const FILE_PATH_SHAPE = /^\/api\/chat\/files\/([0-9a-f]{48}chat\.[a-z0-9]{2,4})$/

export function fileNameOf(path: string): string | null {
  return FILE_PATH_SHAPE.exec(path)?.[1] ?? null
}

const ownPath = v.pipe(v.string(), v.regex(FILE_PATH_SHAPE))

const text = v.object({
  message_type: v.literal('text'),
  payload: v.object({ text: written(CHAT_TEXT_MAX) }),
})

const media = v.object({
  message_type: v.literal('media'),
  payload: v.object({
    message: v.optional(v.nullable(atMost(CHAT_TEXT_MAX)), ''),
    url: v.optional(v.literal(false), false),
    fileType: v.picklist(['image', 'video', 'file']),
    filePath: ownPath,
  }),
})

const postback = v.object({
  message_type: v.literal('postback'),
  payload: v.object({ title: written(200), payload: atMost(1_000) }),
})

/** What a customer may send. Everything else is the desk's to send. */
const customerMessage = v.variant('message_type', [text, media, postback])

/** A customer's message with nothing in it but what its kind has; texts stay as they were typed, whatever they look like. */
export function judgeCustomerMessage(message: unknown): KnownMessage | Refusal<'BAD_REQUEST'> {
  const parsed = v.safeParse(customerMessage, message)
  if (!parsed.success) return refuseMessage(parsed.issues)
  const { output } = parsed
  if (output.message_type !== 'media') return output
  return { ...output, payload: { ...output.payload, message: output.payload.message ?? '' } }
}

const PHONE_SHAPE = /^[+\d][\d\s()-]{2,29}$/

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

const button = v.pipe(
  v.object({ title: written(BUTTON_TITLE_MAX), type: v.picklist(buttonTypes), payload: atMost(1_000) }),
  v.check(({ type, payload }) => type !== 'web' || isWebAddress(payload), 'not an address'),
  v.check(({ type, payload }) => type !== 'call' || PHONE_SHAPE.test(payload), 'not a phone number'),
)
const buttonsOf = (least: number) => v.pipe(v.array(button), v.minLength(least), v.maxLength(BUTTONS_MAX))

/** A card's picture: a file of ours or of another site, over https, which is all that the wallet shows. */
const picture = v.pipe(
  v.string(),
  v.maxLength(1_000),
  v.check(
    (path) => path === '' || FILE_PATH_SHAPE.test(path) || (isWebAddress(path) && path.startsWith('https:')),
  ),
)
const card = v.object({
  image_url: v.optional(v.nullable(picture), ''),
  title: written(200),
  subtitle: v.optional(v.nullable(atMost(500)), ''),
  buttons: v.optional(buttonsOf(0), []),
})

/** What the desk may send. */
const deskMessage = v.variant('message_type', [
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

/** A message of the desk's with nothing in it but what its kind has. */
export function judgeDeskMessage(message: unknown): KnownMessage | Refusal<'BAD_REQUEST'> {
  const parsed = v.safeParse(deskMessage, message)
  if (!parsed.success) return refuseMessage(parsed.issues)
  const { output } = parsed
  if (output.message_type !== 'media') return output
  return { ...output, payload: { ...output.payload, message: output.payload.message ?? '' } }
}

function refuseMessage(issues: readonly v.BaseIssue<unknown>[]): Refusal<'BAD_REQUEST'> {
  const path = issues[0]?.path?.map((part) => String(part.key)).join('.')
  return refuse('BAD_REQUEST', { field: path ? `message.${path}` : 'message' })
}
