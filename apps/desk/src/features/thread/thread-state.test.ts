import { expect, test } from 'vitest'
import { newMessage } from '../../../test/messages.ts'
import { nextThread, type Thread } from './thread-state.ts'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => newMessage(from + index))
const ready = (from: number, to: number, older: 'more' | 'none' = 'more'): Thread => ({
  at: 'ready',
  messages: range(from, to),
  older,
  isBehind: false,
})
const seqs = (thread: Thread) => (thread.at === 'ready' ? thread.messages.map(({ seq }) => seq) : null)

test('the newest page comes newest first and is shown oldest first', () => {
  const thread = nextThread(
    { at: 'loading' },
    { type: 'newest', messages: range(5, 7).toReversed(), hasMore: true },
  )
  expect(seqs(thread)).toEqual([5, 6, 7])
  expect(thread).toMatchObject({ older: 'more', isBehind: false })
})

test('what comes next joins, what is known is not doubled', () => {
  const thread = nextThread(ready(5, 7), { type: 'came', message: newMessage(8) })
  expect(seqs(nextThread(thread, { type: 'came', message: newMessage(8) }))).toEqual([5, 6, 7, 8])
})

test('a message beyond a gap is not shown before what lies between', () => {
  const behind = nextThread(ready(5, 7), { type: 'came', message: newMessage(10) })
  expect(seqs(behind)).toEqual([5, 6, 7])
  expect(behind).toMatchObject({ isBehind: true })
  const whole = nextThread(behind, { type: 'missed', messages: range(8, 10), hasMore: false })
  expect(seqs(whole)).toEqual([5, 6, 7, 8, 9, 10])
  expect(whole).toMatchObject({ isBehind: false })
})

test('a long absence is fetched page after page', () => {
  const part = nextThread(ready(5, 7), { type: 'missed', messages: range(8, 9), hasMore: true })
  expect(part).toMatchObject({ isBehind: true })
})

test('in an empty conversation the first message is the first', () => {
  const empty: Thread = { at: 'ready', messages: [], older: 'none', isBehind: false }
  expect(seqs(nextThread(empty, { type: 'came', message: newMessage(1) }))).toEqual([1])
})

test('older messages go before the first, once', () => {
  const asked = nextThread(ready(5, 7), { type: 'older-wanted' })
  expect(asked).toMatchObject({ older: 'loading' })
  expect(nextThread(asked, { type: 'older-wanted' })).toBe(asked)
  const all = nextThread(asked, { type: 'older', messages: range(2, 5).toReversed(), hasMore: false })
  expect(seqs(all)).toEqual([2, 3, 4, 5, 6, 7])
  expect(all).toMatchObject({ older: 'none' })
})

test('a failure of the first load is shown, one later changes nothing', () => {
  const why = { kind: 'no-network' } as const
  expect(nextThread({ at: 'loading' }, { type: 'failed', why })).toEqual({ at: 'failed', why })
  const loaded = ready(1, 2)
  expect(nextThread(loaded, { type: 'failed', why })).toBe(loaded)
  expect(nextThread({ at: 'failed', why }, { type: 'retry' })).toEqual({ at: 'loading' })
})
