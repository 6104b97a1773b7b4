import type { Conversation } from '@kapao/contract/chat'
import { expect, test } from 'vitest'
import { firstConversation, nextConversation } from './conversation.ts'
import { entriesOf } from './entries.ts'
import type { Own } from './timeline.ts'

function said(sender: string, message_type: string, payload: unknown, createdAt: string): Conversation {
  return {
    sender,
    message: { message_type, payload },
    createdAt,
    session_id: 's1',
    userId: '',
    guestId: '',
    username: '',
    name: '',
    deviceToken: '',
  }
}

const media = {
  message: '',
  url: false,
  fileType: 'image',
  filePath: '/files/a.png',
  width: 400,
  height: 300,
}
/** Of what is sent only what the wire defines, and in the order in which a database may keep it. */
const kept: readonly (readonly [what: string, kind: string, sent: object, kept: object])[] = [
  [
    'picture',
    'media',
    media,
    { url: false, message: '', fileType: 'image', filePath: '/files/a.png', caption: 'x' },
  ],
  [
    'film',
    'media',
    { ...media, fileType: 'video' },
    { filePath: '/files/a.png', fileType: 'video', url: false },
  ],
  [
    'postback',
    'postback',
    { title: 'Yes', payload: 'YES' },
    { payload: 'YES', title: 'Yes', type: 'postback' },
  ],
  ['text', 'text', { text: 'Hello' }, { lang: 'en', text: 'Hello' }],
]
const begun = said('agent', 'text', { text: 'Send it here' }, '2026-11-21T10:00:00.000Z')
const live = [{ type: 'connected' }, { type: 'joined' }, { type: 'page', skip: 0, history: [begun] }] as const
const own = (message_type: string, payload: unknown, delivery: Own['delivery']): Own => ({
  clientId: 'c1',
  message: { message_type, payload },
  writtenAt: '2026-11-21T10:00:05.000Z',
  afterMs: Date.parse(begun.createdAt),
  delivery,
})

test.each(kept)(
  'an own %s is shown once where the server keeps neither its id, nor the order of its keys, nor what we add',
  (_what, kind, sent, heard) => {
    const opened = live.reduce(nextConversation, firstConversation([]))
    const wrote = nextConversation(opened, { type: 'wrote', own: own(kind, sent, { at: 'sending' }) })
    const message = said('customer', kind, heard, '2026-11-21T10:00:06.000Z')
    const came = nextConversation(wrote, { type: 'came', message })
    expect(came.timeline.own).toEqual([])
    expect(entriesOf(came.timeline)).toHaveLength(2)
  },
)

test.each(kept)(
  'an own %s whose answer was lost is found in the history after a reload, and not sent again',
  (_what, kind, sent, heard) => {
    const history = [said('customer', kind, heard, '2026-11-21T10:00:06.000Z'), begun]
    const reloaded = firstConversation([own(kind, sent, { at: 'queued' })])
    const state = [live[0], live[1], { type: 'page', skip: 0, history } as const].reduce(
      nextConversation,
      reloaded,
    )
    expect(state.timeline.own).toEqual([])
  },
)

test.each([
  ['the words', 'text', { text: 'Hello' }, { text: 'Hello!' }],
  ['the file', 'media', media, { ...media, filePath: '/files/b.png' }],
  ['what a button says', 'postback', { title: 'Yes', payload: 'YES' }, { title: 'Yes', payload: 'ALSO' }],
])('it is another message where %s differ', (_what, kind, sent, heard) => {
  const opened = live.reduce(nextConversation, firstConversation([]))
  const wrote = nextConversation(opened, { type: 'wrote', own: own(kind, sent, { at: 'sending' }) })
  const message = said('customer', kind, heard, '2026-11-21T10:00:06.000Z')
  expect(nextConversation(wrote, { type: 'came', message }).timeline.own).toHaveLength(1)
})

/** As the socket brings it, and as the history has it. */
const button = { title: 'Yes', type: 'postback', payload: 'YES' }
test.each([
  ['text', { text: 'Hello' }, { text: 'Hello' }],
  ['media', media, { url: false, fileType: 'image', filePath: '/files/a.png' }],
  [
    'buttons',
    { text: 'Choose', buttons: [button] },
    { buttons: [{ type: 'postback', title: 'Yes', payload: 'YES' }], text: 'Choose' },
  ],
  ['sticker', { pack: 1, place: { x: 2, y: null } }, { place: { y: null, x: 2 }, pack: 1 }],
])(
  "another's %s without an id is there once, however its time and its payload are spelt",
  (kind, brought, stored) => {
    const opened = live.reduce(nextConversation, firstConversation([]))
    const heard = nextConversation(opened, {
      type: 'came',
      message: said('agent', kind, brought, '2026-11-21T10:00:06Z'),
    })
    const again = said('agent', kind, stored, '2026-11-21T17:00:06.000+07:00')
    const state = [
      { type: 'woke' } as const,
      { type: 'joined' } as const,
      { type: 'page', skip: 0, history: [again, begun] } as const,
    ].reduce(nextConversation, heard)
    expect(entriesOf(state.timeline)).toHaveLength(2)
  },
)

test('two messages of one moment and without ids are two where they say different things', () => {
  const opened = live.reduce(nextConversation, firstConversation([]))
  const one = said('agent', 'sticker', { id: 1 }, '2026-11-21T10:00:06Z')
  const other = said('agent', 'sticker', { id: 2 }, '2026-11-21T10:00:06Z')
  const state = [one, other].reduce(
    (before, message) => nextConversation(before, { type: 'came', message }),
    opened,
  )
  expect(entriesOf(state.timeline)).toHaveLength(3)
})
