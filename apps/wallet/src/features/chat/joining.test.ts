import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Joining } from './joining.ts'

/** A line whose server answers what it is told to, and what it was asked. */
function lineTo(...answers: unknown[]) {
  const waits: number[] = []
  const rooms: unknown[] = []
  const ask = (_event: string, room: unknown, waitMs: number) => {
    waits.push(waitMs)
    rooms.push(room)
    return Promise.resolve(answers.shift() ?? null)
  }
  return { ask, waits, rooms }
}

const { signal } = new AbortController()
/** How rooms are called, each time that it is asked, and at last for good; null where no answer comes. */
let prefixes: (string | null)[] = []
let asked = 0

beforeEach(() => {
  prefixes = ['room-']
  asked = 0
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async () => {
    asked += 1
    const prefix = prefixes.length > 1 ? prefixes.shift() : prefixes[0]
    if (typeof prefix !== 'string') throw new TypeError('Failed to fetch')
    return Response.json({ PREFIX: prefix })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a server that never says who is let in lets in all the same', async () => {
  const joining = new Joining()
  const line = lineTo()
  for (let time = 0; time < 3; time += 1) {
    joining.lineIsMade()
    expect(await joining.join(line, 'me', signal)).toEqual({ type: 'joined' })
  }
})

test('a line from before that is silent, of a server that has answered, is made anew', async () => {
  const joining = new Joining()
  const line = lineTo({ ok: true })
  joining.lineIsMade()
  expect(await joining.join(line, 'me', signal)).toEqual({ type: 'joined' })
  expect(await joining.join(line, 'me', signal)).toEqual({ type: 'silent' })
})

test('a server that is slow on a line made this moment is waited for, and left alone for a while where it stays silent', async () => {
  const joining = new Joining()
  const line = lineTo({ ok: true }, { ok: true })
  joining.lineIsMade()
  await joining.join(line, 'me', signal)
  joining.lineIsMade()
  expect(await joining.join(line, 'me', signal)).toEqual({ type: 'joined' })
  joining.lineIsMade()
  expect(await joining.join(line, 'me', signal)).toEqual({ type: 'disconnected' })
  const [first = 0, ...slow] = line.waits
  for (const wait of slow) expect(wait).toBeGreaterThan(first)
})

test('who is not let in is told so for good, or tried again where it passes', async () => {
  const joining = new Joining()
  const line = lineTo({ ok: false, message: 'NOT_ALLOWED' }, { ok: false, message: 'OVERLOADED' }, 'yes')
  await joining.knowsRooms(signal)
  expect(await joining.join(line, 'me', signal)).toEqual({ type: 'join-refused', message: 'NOT_ALLOWED' })
  expect(await joining.join(line, 'me', signal)).toEqual({ type: 'disconnected' })
  expect(await joining.join(line, 'me', signal)).toEqual({ type: 'joined' })
})

const misnamed = { ok: false, message: 'BAD_REQUEST' }

test.each([
  ['BAD_REQUEST', 'new-'],
  // What stands before it now is only the beginning of what stood there: a server takes the rest for somebody's id.
  ['NOT_ALLOWED', 'o'],
  ['UNAUTHORIZED', ''],
])(
  'a room that is refused with %s since it is called otherwise is joined by its new name',
  async (message, prefix) => {
    prefixes = ['old-', prefix]
    const joining = new Joining()
    const line = lineTo({ ok: true }, { ok: false, message }, { ok: true })
    expect(await joining.knowsRooms(signal)).toBe(true)
    expect(await joining.join(line, 'me', signal)).toEqual({ type: 'joined' })
    expect(await joining.join(line, 'me', signal)).toEqual({ type: 'joined' })
    expect(line.rooms).toEqual(['old-me', 'old-me', `${prefix}me`])
    expect(await joining.knowsRooms(signal)).toBe(true)
    expect(asked).toBe(2)
  },
)

test('who is refused under the present name of the room, too, is refused for good', async () => {
  prefixes = ['old-', 'new-']
  const joining = new Joining()
  await joining.knowsRooms(signal)
  const refused = { type: 'join-refused', message: 'BAD_REQUEST' }
  const renamed = lineTo(misnamed, misnamed)
  expect(await joining.join(renamed, 'me', signal)).toEqual(refused)
  const same = lineTo(misnamed)
  expect(await joining.join(same, 'me', signal)).toEqual(refused)
  expect([...renamed.rooms, ...same.rooms]).toEqual(['old-me', 'new-me', 'new-me'])
})

test('where nobody says how rooms are called now, it is tried again later', async () => {
  prefixes = ['old-', null, 'new-']
  const joining = new Joining()
  await joining.knowsRooms(signal)
  const line = lineTo(misnamed, misnamed, { ok: true })
  expect(await joining.join(line, 'me', signal)).toEqual({ type: 'disconnected' })
  expect(await joining.join(line, 'me', signal)).toEqual({ type: 'joined' })
})
