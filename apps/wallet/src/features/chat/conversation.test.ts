import type { Conversation } from '@kapao/contract/chat'
import { expect, test } from 'vitest'
import {
  type ConversationEvent,
  type ConversationState,
  firstConversation,
  type Line,
  nextConversation,
} from './conversation.ts'
import { beginsNext, entriesOf } from './entries.ts'
import type { Own } from './timeline.ts'

function message(n: number, more: Partial<Conversation> = {}): Conversation {
  return {
    _id: `m${n}`,
    sender: 'agent',
    message: { message_type: 'text', payload: { text: `text ${n}` } },
    createdAt: new Date(Date.UTC(2026, 10, 21, 10, 0, n)).toISOString(),
    session_id: 's1',
    userId: '',
    guestId: '',
    username: '',
    name: '',
    deviceToken: '',
    ...more,
  }
}

/** Newest first, as the server answers: from the newest down to the oldest. */
const page = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => message(newest - index))
const play = (state: ConversationState, ...events: readonly ConversationEvent[]) =>
  events.reduce(nextConversation, state)
const start = firstConversation([])
const joining = play(start, { type: 'connected' })
const catchingUp = play(joining, { type: 'joined' })
const live = play(catchingUp, { type: 'page', skip: 0, history: page(30, 21) })
const shown = ({ timeline }: ConversationState) => entriesOf(timeline).map(({ key }) => key)
const keys = (oldest: number, newest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => `m${oldest + index}`)

type Named = Line['at'] | 'without-history'

const lines: Record<Named, ConversationState> = {
  connecting: start,
  joining,
  'catching-up': catchingUp,
  live,
  waiting: play(live, { type: 'disconnected' }),
  'without-history': play(catchingUp, { type: 'page-failed' }),
  refused: play(joining, { type: 'join-refused', message: 'NOT_ALLOWED' }),
}
const lineEvents = {
  connected: { type: 'connected' },
  joined: { type: 'joined' },
  'join-refused': { type: 'join-refused', message: 'NOT_ALLOWED' },
  silent: { type: 'silent' },
  disconnected: { type: 'disconnected' },
  retry: { type: 'retry' },
  woke: { type: 'woke' },
  'page-failed': { type: 'page-failed' },
} as const satisfies Record<string, ConversationEvent>
const arrows: readonly [Named, keyof typeof lineEvents, Line['at']][] = [
  ['connecting', 'connected', 'joining'],
  ['connecting', 'disconnected', 'waiting'],
  ['joining', 'joined', 'catching-up'],
  ['joining', 'join-refused', 'refused'],
  ['joining', 'silent', 'connecting'],
  ['joining', 'disconnected', 'waiting'],
  ['catching-up', 'disconnected', 'waiting'],
  ['catching-up', 'page-failed', 'waiting'],
  ['catching-up', 'woke', 'joining'],
  ['live', 'disconnected', 'waiting'],
  ['live', 'woke', 'joining'],
  ['without-history', 'disconnected', 'waiting'],
  ['without-history', 'retry', 'joining'],
  ['without-history', 'woke', 'joining'],
  ['waiting', 'retry', 'connecting'],
  ['waiting', 'woke', 'connecting'],
]

test.each(arrows)('%s and %s: %s', (from, event, to) => {
  expect(nextConversation(lines[from], lineEvents[event]).line.at).toBe(to)
})

test('every other word about the line changes nothing', () => {
  for (const [at, state] of Object.entries(lines)) {
    for (const [name, event] of Object.entries(lineEvents)) {
      if (arrows.some(([from, arrow]) => from === at && arrow === name)) continue
      expect(nextConversation(state, event), `${at} ${name}`).toBe(state)
    }
  }
})

test('the first page makes it live, and a short one is all there is', () => {
  expect(live.line.at).toBe('live')
  expect(live.older.at).toBe('more')
  expect(shown(live)).toEqual(keys(21, 30))
  expect(play(catchingUp, { type: 'page', skip: 0, history: page(3, 1) }).older.at).toBe('none')
  expect(play(catchingUp, { type: 'page', skip: 0, history: [] }).older.at).toBe('none')
})

test('after an absence it fetches page by page until it meets what is known', () => {
  const back = play(
    live,
    { type: 'disconnected' },
    { type: 'retry' },
    { type: 'connected' },
    { type: 'joined' },
  )
  const first = play(back, { type: 'page', skip: 0, history: page(55, 46) })
  expect(first.line).toMatchObject({ at: 'catching-up', skip: 10 })
  // Nothing of a piece with a gap before it is shown.
  expect(shown(first)).toEqual(keys(21, 30))
  const second = play(first, { type: 'page', skip: 10, history: page(45, 36) })
  const third = play(second, { type: 'page', skip: 20, history: page(35, 26) })
  expect(third.line.at).toBe('live')
  expect(shown(third)).toEqual(keys(21, 55))
})

test('what the socket brings while the past is still fetched does not pass for known', () => {
  const back = play(live, { type: 'woke' }, { type: 'joined' }, { type: 'came', message: message(56) })
  const first = play(back, { type: 'page', skip: 0, history: page(56, 47) })
  expect(first.line).toMatchObject({ at: 'catching-up', skip: 10 })
  const second = play(first, { type: 'page', skip: 10, history: page(46, 37) })
  const third = play(second, { type: 'page', skip: 20, history: page(36, 27) })
  expect(shown(third)).toEqual(keys(21, 56))
})

test('a very long absence begins anew at the newest, with nothing of what is left out', () => {
  let state = play(live, { type: 'woke' }, { type: 'joined' })
  for (let skip = 0; skip < 300; skip += 10) {
    expect(state.line).toMatchObject({ at: 'catching-up', skip })
    state = play(state, { type: 'page', skip, history: page(1000 - skip, 991 - skip) })
  }
  expect(state.line.at).toBe('live')
  expect(state.older.at).toBe('more')
  expect(shown(state)).toEqual(keys(701, 1000))
})

test('history goes back a page at a time, one at a time, skipping what is there', () => {
  const wanted = play(live, { type: 'older-wanted' })
  expect(wanted.older).toEqual({ at: 'loading', skip: 10 })
  expect(play(wanted, { type: 'older-wanted' })).toBe(wanted)
  const older = play(wanted, { type: 'older-page', skip: 10, history: page(20, 11) })
  expect(older.older.at).toBe('more')
  const oldest = play(older, { type: 'older-wanted' }, { type: 'older-page', skip: 20, history: page(10, 9) })
  expect(oldest.older.at).toBe('none')
  expect(shown(oldest)).toEqual(keys(9, 30))
  expect(play(oldest, { type: 'older-wanted' })).toBe(oldest)
})

test('a page that new messages have pushed to what is known leads on to the next', () => {
  const wanted = play(live, { type: 'older-wanted' })
  const pushed = play(wanted, { type: 'older-page', skip: 10, history: page(30, 21) })
  expect(pushed.older).toEqual({ at: 'loading', skip: 20 })
})

test('older messages that did not load can be asked for again, and a lost line forgets the question', () => {
  const failed = play(live, { type: 'older-wanted' }, { type: 'older-failed' })
  expect(failed.older.at).toBe('failed')
  expect(play(failed, { type: 'older-wanted' }).older.at).toBe('loading')
  // While the line asks what it missed it is kept in mind: the reader has pressed once.
  expect(play(failed, { type: 'woke' }, { type: 'older-wanted' }).older).toHaveProperty('isWanted', true)
  expect(play(live, { type: 'older-wanted' }, { type: 'disconnected' }).older.at).toBe('more')
})

test('what is older can be had where no socket comes through, too', () => {
  const begun = play(live, { type: 'disconnected' }, { type: 'page', skip: 0, history: page(60, 51) })
  expect(shown(begun)).toEqual(keys(51, 60))
  const older = play(begun, { type: 'older-wanted' }, { type: 'older-page', skip: 10, history: page(50, 41) })
  expect(shown(older)).toEqual(keys(41, 60))
})

const own: Own = {
  clientId: 'c1',
  message: { message_type: 'text', payload: { text: 'hello' } },
  writtenAt: '2026-11-21T09:00:00.000Z',
  afterMs: Date.UTC(2026, 10, 21, 10, 0, 30),
  delivery: { at: 'sending' },
}
const echo = message(31, { sender: 'customer', message: own.message })

test('an own message waits at the end, and its echo takes its place under the same key', () => {
  const wrote = play(live, { type: 'wrote', own })
  expect(shown(wrote).at(-1)).toBe('c1')
  const came = play(wrote, { type: 'came', message: { ...echo, clientId: 'c1' } })
  expect(shown(came)).toEqual([...keys(21, 30), 'c1'])
  expect(came.timeline.own).toEqual([])
})

test('an echo from a server that drops the id is known by what it says, once', () => {
  const wrote = play(live, { type: 'wrote', own }, { type: 'wrote', own: { ...own, clientId: 'c2' } })
  const came = play(wrote, { type: 'came', message: echo })
  expect(came.timeline.own.map(({ clientId }) => clientId)).toEqual(['c2'])
})

test('the same words said before are no echo', () => {
  const before = play(catchingUp, {
    type: 'page',
    skip: 0,
    history: [message(30), { ...echo, createdAt: message(2).createdAt }],
  })
  const wrote = play(before, { type: 'wrote', own }, { type: 'woke' }, { type: 'joined' })
  const again = play(wrote, {
    type: 'page',
    skip: 0,
    history: [message(30), message(29, { sender: 'customer', message: own.message })],
  })
  expect(again.timeline.own).toHaveLength(1)
})

test('an echo that came before the answer is known by the time the answer tells', () => {
  const early = play(live, { type: 'wrote', own: { ...own, afterMs: 0 } }, { type: 'came', message: echo })
  expect(early.timeline.own).toHaveLength(1)
  const answered = play(early, {
    type: 'delivery',
    clientId: 'c1',
    event: { type: 'answered', timestamp: echo.createdAt },
  })
  expect(answered.timeline.own).toEqual([])
})

test('what the server took lies by its time; what waits lies at the end', () => {
  const state = play(
    live,
    { type: 'wrote', own },
    { type: 'wrote', own: { ...own, clientId: 'c2' } },
    { type: 'delivery', clientId: 'c2', event: { type: 'answered', timestamp: echo.createdAt } },
    { type: 'came', message: message(32) },
  )
  expect(shown(state).slice(-3)).toEqual(['c2', 'm32', 'c1'])
})

/** Written when m30 was the newest. */
const file: Own = {
  ...own,
  clientId: 'f1',
  afterMs: Date.parse(message(30).createdAt),
  writtenAt: '2026-11-21T10:00:31.500Z',
  delivery: { at: 'uploading_file', part: 0 },
}
const fails = (clientId: string): ConversationEvent => ({
  type: 'delivery',
  clientId,
  event: { type: 'failed', why: { kind: 'timed-out' } },
})
const answered = (clientId: string, n: number): ConversationEvent => ({
  type: 'delivery',
  clientId,
  event: { type: 'answered', timestamp: message(n).createdAt },
})

test.each([
  ['is right', '2026-11-21T10:00:31.500Z'],
  ['is behind', '2026-11-21T08:00:00.000Z'],
  ['is ahead', '2026-11-23T10:00:00.000Z'],
])('what failed stays where it was written, where the clock of this phone %s', (_clock, writtenAt) => {
  const wrote = play(live, { type: 'wrote', own: { ...file, writtenAt } })
  const answers = play(wrote, { type: 'came', message: message(33) }, { type: 'came', message: message(34) })
  expect(shown(answers).at(-1)).toBe('f1')
  const failed = play(answers, fails('f1'))
  expect(shown(failed).slice(-4)).toEqual(['m30', 'f1', 'm33', 'm34'])
  const times = entriesOf(failed.timeline).map(({ atMs }) => atMs)
  expect(times).toEqual([...times].sort((one, other) => one - other))
})

test('what failed before there was any message is the first', () => {
  const empty = play(catchingUp, { type: 'page', skip: 0, history: [] })
  const failed = play(empty, { type: 'wrote', own: { ...file, afterMs: 1 } }, fails('f1'))
  expect(shown(play(failed, { type: 'came', message: message(33) }))).toEqual(['f1', 'm33'])
  expect(entriesOf(failed.timeline)[0]?.atMs).toBe(Date.parse(file.writtenAt))
})

test('what failed at once stays behind what was written before it, also when that is taken later', () => {
  const offline = play(live, { type: 'wrote', own }, { type: 'wrote', own: file }, fails('f1'))
  expect(shown(offline).slice(-2)).toEqual(['c1', 'f1'])
  const echoed = play(offline, { type: 'came', message: { ...echo, clientId: 'c1' } })
  const after = play(offline, answered('c1', 31))
  for (const taken of [echoed, after]) {
    const state = play(taken, { type: 'came', message: message(32) })
    expect(shown(state).slice(-3)).toEqual(['c1', 'f1', 'm32'])
  }
})

test('what is sent again goes to the end, and stays there when it fails again', () => {
  const failed = play(live, { type: 'wrote', own: file }, fails('f1'), { type: 'came', message: message(33) })
  const again = play(failed, { type: 'delivery', clientId: 'f1', event: { type: 'send' } })
  expect(shown(again).slice(-2)).toEqual(['m33', 'f1'])
  const state = play(again, fails('f1'), { type: 'came', message: message(34) })
  expect(shown(state).slice(-3)).toEqual(['m33', 'f1', 'm34'])
})

test('after an end, what waits begins the next session, and what failed before the end does not', () => {
  const state = play(live, { type: 'wrote', own: file }, fails('f1'), { type: 'wrote', own })
  const begins = (endedAt: string) =>
    entriesOf(state.timeline).flatMap((one) => (beginsNext(one, Date.parse(endedAt)) ? [one.key] : []))
  expect(begins('2026-11-21T10:00:32.000Z')).toEqual(['c1'])
  expect(begins('2026-11-21T10:00:30.000Z')).toEqual(['f1', 'c1'])
})
