import { expect, test } from 'vitest'
import { type Said, timelineItems } from './timeline-items.ts'

let count = 0
function said(at: string, by = 'customer', sessionId = 's1'): Said {
  count += 1
  return { key: `m${count}`, atMs: Date.parse(at), by, sessionId }
}
const kinds = (messages: readonly Said[]) =>
  timelineItems(messages).map((item) => (item.kind === 'group' ? item.messages.length : item.kind))

test('what one person says within a minute is one group', () => {
  expect(
    kinds([
      said('2026-11-21T03:00:01Z'),
      said('2026-11-21T03:00:59Z'),
      said('2026-11-21T03:01:00Z'),
      said('2026-11-21T03:01:10Z', 'agent'),
    ]),
  ).toEqual(['day', 2, 1, 1])
})

test('a day begins at midnight in Bangkok, not in Greenwich', () => {
  expect(kinds([said('2026-11-21T16:59:30Z'), said('2026-11-21T17:00:10Z')])).toEqual(['day', 1, 'day', 1])
  expect(kinds([said('2026-11-21T23:59:50Z'), said('2026-11-22T00:00:10Z')])).toEqual(['day', 1, 1])
})

test('a change of session shows where the one before was ended', () => {
  expect(
    kinds([
      said('2026-11-21T03:00:00Z', 'customer', 's1'),
      said('2026-11-21T03:00:01Z', 'customer', ''),
      said('2026-11-21T03:00:02Z', 'customer', 's2'),
    ]),
  ).toEqual(['day', 2, 'end', 1])
})

test('nothing said is nothing drawn', () => {
  expect(timelineItems([])).toEqual([])
})
