import type { Conversation } from '@kapao/contract/chat'
import { expect, test } from 'vitest'
import { readConversation } from './history-call.ts'
import { emptyTimeline, keyOf, merge } from './timeline.ts'
import { markFor, newestFromOthersMs, unreadCount } from './unread.ts'

const said = (second: number, sender: string): Conversation =>
  readConversation({ sender, createdAt: new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString() }, '')
/** Oldest first. */
const talk = [said(1, 'agent'), said(2, 'customer'), said(3, 'agent'), said(4, 'bot')]
const timeline = merge(emptyTimeline, talk, { place: 'newer', settled: true })
const now = '2026-11-21T10:00:00.000Z'
const at = (second: number) => Date.UTC(2026, 10, 21, 10, 0, second)

test('what others said after the mark is unread; the own words never are', () => {
  expect(unreadCount(timeline, 0)).toBe(3)
  expect(unreadCount(timeline, at(1))).toBe(2)
  expect(unreadCount(timeline, at(4))).toBe(0)
  expect(newestFromOthersMs(timeline)).toBe(at(4))
})

test.each([0, 1, 2, 3])("the server's count of %i unread is what is counted", (unread) => {
  const mark = markFor([...talk].reverse(), unread)
  expect(unreadCount(timeline, mark ?? Number.NaN)).toBe(unread)
})

test('a page that is too short for the count says nothing', () => {
  expect(markFor([...talk].reverse(), 4)).toBeNull()
  expect(markFor([], 0)).toBeNull()
})

test('a message that is not of the contract stays in its place as one of an unknown kind', () => {
  const read = readConversation(
    { _id: 'x', sender: 7, createdAt: 'never', message: 'hello' },
    '2026-11-21T10:00:00.000Z',
  )
  expect(read).toMatchObject({
    _id: 'x',
    createdAt: '2026-11-21T10:00:00.000Z',
    message: { message_type: 'other' },
  })
  expect(readConversation(null, '2026-11-21T10:00:00.000Z').message.message_type).toBe('other')
})

test.each([
  ['no time', { createdAt: undefined }],
  ['a username that is a number', { username: 812345678 }],
  ['a clientId that is a number', { clientId: 7, _id: 'x' }],
  ['a name that is none', { name: false, session_id: 4 }],
])('what stands beside a message takes nothing of it away: %s', (_what, beside) => {
  const message = { message_type: 'text', payload: { text: 'Hello' } }
  const read = readConversation(
    { sender: 'agent', createdAt: '2026-11-21T03:00:00Z', message, ...beside },
    now,
  )
  expect(read).toMatchObject({ sender: 'agent', message })
})

test('an own message that says no time is still known by its clientId', () => {
  const read = readConversation(
    { sender: 'customer', clientId: 'c-1', message: { message_type: 'text' } },
    now,
  )
  expect(keyOf(read)).toBe('c-1')
})

test('a number that says whose a message is says it still', () => {
  expect(readConversation({ sender: 'agent', userId: 12, session_id: 4 }, now)).toMatchObject({
    userId: '12',
    session_id: '4',
  })
})

test('a time without a zone is in UTC, whatever stands beside it', () => {
  const read = readConversation({ sender: 'agent', createdAt: '2026-11-21 03:00:00', username: 7 }, now)
  expect(read.createdAt).toBe('2026-11-21T03:00:00.000Z')
})
