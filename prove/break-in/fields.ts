// Every text that a caller can write into a call, however deep in its body, and every part of its path: of the members' calls, of
// those for everybody and of the desk's.
import { randomUUID } from 'node:crypto'
import { deskCalls } from '@kapao/contract/desk-calls'
import { type Described, describedCalls } from '../bad-input/document.ts'
import type { Room } from './naughty-fields.ts'

export type Side = 'anyone' | 'member' | 'staff'

/** A call with bodies that it would take, so that one spoilt text is all that is wrong. */
export interface Target {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly side: Side
  /** What stands in the path beside a spoilt part of it. */
  readonly samples: Readonly<Record<string, string>>
  readonly bodies: readonly unknown[]
}

export interface Trial {
  /** `deskSend.message.payload.buttons.0.payload (buttons)` */
  readonly what: string
  readonly path: string
  readonly body: unknown
}

const button = { title: 'Rules', type: 'web', payload: 'https://example.com/rules' }
const elements = [
  { image_url: 'https://example.com/a.png', title: 'Card', subtitle: 'More', buttons: [button] },
]
const file = { message: '', fileType: 'image', filePath: `/api/chat/files/${'0'.repeat(48)}chat.png` }

/** One message of each kind, those too that a customer may not send. */
const messages = [
  { message_type: 'text', payload: { text: 'x' } },
  { message_type: 'media', payload: { ...file, url: true } },
  { message_type: 'media', payload: { ...file, url: false } },
  { message_type: 'buttons', payload: { text: 'x', buttons: [button] } },
  { message_type: 'quick_replies', payload: { text: 'x', quick_replies: [button] } },
  { message_type: 'generic', payload: { elements } },
  { message_type: 'postback', payload: { title: 'x', payload: 'x' } },
] as const

const cannedBodies = messages.map((message) => ({
  kind: 'reply',
  title: 'Naughty',
  shortcut: '',
  language: '',
  message,
}))
const page = { page: 1, limit: 10 }
/** Of a reply that has been changed since: nothing is changed or thrown away by it. */
const SEEN_AT = '2026-01-02T03:04:05.000Z'

/** What the calls of the desk take that have a body; one without is told of. */
const deskBodies: Readonly<Record<string, readonly unknown[]>> = {
  deskLogin: [{ name: 'demo-admin', password: 'not the password', code: '' }],
  changeDeskPassword: [{ oldPassword: 'not the password', newPassword: 'a new password of 1' }],
  deskInbox: [{ filter: 'all', order: 'newest', search: 'mali', ...page }],
  deskMessages: [{ before: null, after: null, limit: 10 }],
  deskSend: messages.map((message) => ({ clientId: '0b0e7f0a-5a4b-4c6e-9d51-6a4f0e6f2a11', message })),
  deskRead: [{ seq: 1 }],
  assignConversation: [{ staffId: 'nobody', fromStaffId: 'nobody' }],
  endConversation: [{ asksRating: false, sessionId: 'none', seenSeq: 1 }],
  addNote: [{ text: 'x' }],
  // What is in its message is judged as that of a changed one.
  createCanned: cannedBodies.slice(0, 1),
  updateCanned: cannedBodies.map((body) => ({ ...body, updatedAt: SEEN_AT })),
  deleteCanned: [{ updatedAt: SEEN_AT }],
  listAudit: [{ staffId: 'nobody', action: 'login', ...page }],
}

function bodiesOf({ name, body }: Described): readonly unknown[] {
  if (body === null || body.isMultipart) return []
  const { example } = body
  if (name !== 'sendMessage' || typeof example !== 'object') return [example]
  return messages.map((message) => ({ ...example, message }))
}

/** Of what /openapi.json describes, and of the desk. */
export function targetsOf(document: unknown, { conversationId, cannedId }: Room): readonly Target[] {
  const described = describedCalls(document).map((call) => ({
    ...call,
    side: call.needsToken ? ('member' as const) : ('anyone' as const),
    samples: {},
    bodies: bodiesOf(call),
  }))
  const ofDesk = [...deskCalls].map(([name, call]) => {
    const isPlain = call.body === null || call.file !== undefined
    const bodies = isPlain ? [] : deskBodies[name]
    if (bodies === undefined) throw new Error(`fields.ts knows no body of ${name}`)
    const { method, path } = call
    return { name, method, path, side: 'staff' as const, samples: { conversationId, cannedId }, bodies }
  })
  return [...described, ...ofDesk]
}

type Spoil = (text: string) => unknown

/** Every text in a value, by its path, and the value with another text there. */
function* textsIn(value: unknown, way: string): Generator<readonly [string, Spoil]> {
  if (typeof value === 'string') yield [way, (text) => text]
  if (Array.isArray(value)) {
    for (const [place, one] of value.entries())
      for (const [deeper, spoil] of textsIn(one, `${way}.${place}`))
        yield [deeper, (text) => value.with(place, spoil(text))]
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value))
      for (const [deeper, spoil] of textsIn(one, `${way}.${name}`))
        yield [deeper, (text) => ({ ...value, [name]: spoil(text) })]
  }
}

/** Of which kind a body's message is, where it has one: the same place means another thing in each. */
function kindOf(body: unknown): string {
  const { message }: { message?: unknown } = Object(body)
  const { message_type, payload }: { message_type?: unknown; payload?: unknown } = Object(message)
  if (typeof message_type !== 'string') return ''
  const { url }: { url?: unknown } = Object(payload)
  return ` (${message_type}${url === true ? ' by address' : ''})`
}

/** As another message than the one before, which would not be looked at again. */
function sentAnew(body: unknown, what: string): unknown {
  const isMessage = typeof body === 'object' && body !== null && 'clientId' in body
  return isMessage && !what.endsWith('.clientId') ? { ...body, clientId: randomUUID() } : body
}

/** One request for each text field and each part of the path that the caller chooses. */
export function* trials(target: Target, text: string): Generator<Trial> {
  const { name, path: pattern, samples, bodies } = target
  const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_whole, part: string) => samples[part] ?? 'pg')
  const done = new Set<string>()
  for (const body of bodies) {
    for (const [way, spoil] of textsIn(body, name)) {
      const what = way.startsWith(`${name}.message.`) ? `${way}${kindOf(body)}` : way
      if (!done.has(what)) yield { what, path: filled(pattern), body: sentAnew(spoil(text), what) }
      done.add(what)
    }
  }
  // No path can be written with these.
  if (!text.isWellFormed() || text === '' || text === '.' || text === '..') return
  for (const [, part = ''] of pattern.matchAll(/\{(\w+)\}/g)) {
    const path = filled(pattern.replace(`{${part}}`, encodeURIComponent(text)))
    yield { what: `${name}/{${part}}`, path, body: sentAnew(bodies[0], part) }
  }
}
