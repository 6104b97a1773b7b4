import type { Conversation } from '@kapao/contract/chat'
import { expect, test, vi } from 'vitest'
import { readConversation } from './history-call.ts'
import { Reading } from './reading.ts'
import { emptyTimeline, merge } from './timeline.ts'

const send = vi.hoisted(() => vi.fn())
vi.mock('../../lib/http.ts', () => ({ send }))
vi.mock('../../lib/page-life.ts', () => ({ isPageSeen: () => true }))
vi.useFakeTimers()

const said = (second: number, sender: string): Conversation =>
  readConversation({ sender, createdAt: new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString() }, '')
const plus = (timeline: typeof emptyTimeline, ...messages: readonly Conversation[]) =>
  merge(timeline, messages, { place: 'newer', settled: true })

test('what is told as read ends with the newest message that was before the eyes, and what comes meanwhile is unread', async () => {
  let timeline = plus(emptyTimeline, said(1, 'agent'), said(2, 'agent'), said(3, 'customer'))
  const reading = new Reading({
    timeline: () => timeline,
    customer: () => ({ userId: 'boun', guestId: '', name: '', username: '' }),
    signal: () => new AbortController().signal,
    changed: () => undefined,
  })
  send.mockImplementation(async () => {
    timeline = plus(timeline, said(4, 'agent'))
    return { ok: true, answer: { message: 'SUCCESS' } }
  })
  reading.setSeen(true)
  await vi.advanceTimersByTimeAsync(1_000)
  const bodies = send.mock.calls.map(([, { body }]) => body)
  expect(bodies).toEqual([{ userId: 'boun', guestId: '', readAt: '2026-11-21T10:00:02.000Z' }])
  expect(reading.unreadIn(timeline)).toBe(1)
})
