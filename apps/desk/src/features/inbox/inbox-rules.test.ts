import { expect, test } from 'vitest'
import { rowsOf, tabTitle, waitOf } from './inbox-rules.ts'

const row = (conversationId: string) => ({
  conversationId,
  kind: 'guest' as const,
  name: '',
  username: '',
  isOpen: true,
  assignee: null,
  unread: 0,
  waitingSince: null,
  lastMessage: null,
  deskReadSeq: 0,
  customerReadSeq: 0,
  createdAt: '2026-11-21T03:00:00.000Z',
})

test('a row that two pages hold is shown once, where it came first', () => {
  const pages = [{ conversations: [row('a'), row('b')] }, { conversations: [row('b'), row('c')] }]
  expect(rowsOf(pages).map(({ conversationId }) => conversationId)).toEqual(['a', 'b', 'c'])
})

test('five minutes of waiting are long, and a clock that runs behind waits nothing', () => {
  const since = { waitingSince: '2026-11-21T03:00:00.000Z' }
  expect(waitOf(since, Date.parse('2026-11-21T03:04:59.999Z'))).toMatchObject({ isLong: false })
  expect(waitOf(since, Date.parse('2026-11-21T03:05:00.000Z'))).toMatchObject({ isLong: true })
  expect(waitOf(since, Date.parse('2026-11-21T02:59:00.000Z'))).toMatchObject({ waitedMs: 0 })
  expect(waitOf({ waitingSince: null }, 0)).toBeNull()
})

test.each([
  [0, 'Desk'],
  [3, '(3) Desk'],
  [100, '(99+) Desk'],
])('with %i unread the tab says %s', (unread, title) => expect(tabTitle(unread, 'Desk')).toBe(title))
