import { expect, test } from 'vitest'
import { newMessage } from '../../../test/messages.ts'
import { loading, nextThread, type Thread } from './thread-state.ts'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => newMessage(from + index))
const ready = (from: number, to: number, older: 'more' | 'none' = 'more'): Thread => ({
  at: 'ready',
  messages: range(from, to),
  older,
  heardSeq: 0,
  asking: null,
})
const came = (thread: Thread, seq: number) => nextThread(thread, { type: 'came', message: newMessage(seq) })
const newest = (thread: Thread, from: number, to: number) =>
  nextThread(thread, { type: 'newest', messages: range(from, to).toReversed(), hasMore: true })
const missed = (thread: Thread, from: number, to: number, hasMore = false) =>
  nextThread(thread, { type: 'missed', messages: range(from, to), hasMore })
/** After which message more is being asked for; null where nothing is. */
const askingAfter = (thread: Thread) => (thread.at === 'ready' ? (thread.asking?.after ?? null) : null)
const seqs = (thread: Thread) => (thread.at === 'ready' ? thread.messages.map(({ seq }) => seq) : null)

test('the newest page comes newest first and is shown oldest first', () => {
  const thread = newest(loading, 5, 7)
  expect(seqs(thread)).toEqual([5, 6, 7])
  expect(thread).toMatchObject({ older: 'more', asking: null })
})

test('what comes next joins, what is known is not doubled', () => {
  const thread = came(ready(5, 7), 8)
  expect(seqs(came(thread, 8))).toEqual([5, 6, 7, 8])
  expect(askingAfter(thread)).toBeNull()
})

test('a message beyond a gap is not shown before what lies between, which is asked for once', () => {
  const behind = came(ready(5, 7), 10)
  expect(seqs(behind)).toEqual([5, 6, 7])
  expect(askingAfter(behind)).toBe(7)
  expect(came(behind, 11)).toMatchObject({ asking: behind.at === 'ready' && behind.asking })
  const whole = missed(behind, 8, 10)
  expect(seqs(whole)).toEqual([5, 6, 7, 8, 9, 10])
  expect(askingAfter(whole)).toBeNull()
})

test('a message that comes while the newest page is on its way is asked for where the page left before it', () => {
  const meanwhile = came(loading, 8)
  expect(askingAfter(newest(meanwhile, 5, 7))).toBe(7)
  expect(askingAfter(newest(meanwhile, 5, 8))).toBeNull()
})

test('so is what may have come before the line was there', () => {
  expect(askingAfter(newest(nextThread(loading, { type: 'missed-wanted' }), 5, 7))).toBe(7)
})

test('a message that comes while the missed ones are on their way is asked for where they left before it', () => {
  const meanwhile = came(came(ready(5, 7), 9), 11)
  const part = missed(meanwhile, 8, 9)
  expect(seqs(part)).toEqual([5, 6, 7, 8, 9])
  expect(part).toMatchObject({ asking: { after: 9, isLater: false } })
  expect(seqs(missed(part, 10, 11))).toEqual([5, 6, 7, 8, 9, 10, 11])
})

test('a question that failed, and one that brought nothing of what was told of, is asked again later', () => {
  const asked = nextThread(ready(5, 7), { type: 'missed-wanted' })
  expect(asked).toMatchObject({ asking: { after: 7, isLater: false } })
  expect(nextThread(asked, { type: 'missed-failed' })).toMatchObject({ asking: { after: 7, isLater: true } })
  expect(nextThread(came(asked, 9), { type: 'missed', messages: [], hasMore: false })).toMatchObject({
    asking: { after: 7, isLater: true },
  })
})

test('a line that is new asks anew, whatever is on its way', () => {
  const asked = nextThread(ready(5, 7), { type: 'missed-wanted' })
  const again = nextThread(asked, { type: 'missed-wanted' })
  expect(again.at === 'ready' && again.asking).not.toBe(asked.at === 'ready' && asked.asking)
})

test('what is looked for by the way gives up no question that is on its way', () => {
  const aside = { type: 'missed-wanted', isAside: true } as const
  const asked = nextThread(ready(5, 7), aside)
  expect(asked).toMatchObject({ asking: { after: 7 } })
  expect(nextThread(asked, aside)).toBe(asked)
})

test('a long absence is fetched page after page', () => {
  const part = missed(ready(5, 7), 8, 9, true)
  expect(askingAfter(part)).toBe(9)
  expect(askingAfter(missed(part, 10, 11))).toBeNull()
})

test('in an empty conversation the first message is the first, and a later one has others before it', () => {
  const empty = ready(1, 0, 'none')
  expect(seqs(came(empty, 1))).toEqual([1])
  expect(askingAfter(came(empty, 2))).toBe(0)
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
  expect(nextThread(loading, { type: 'failed', why })).toEqual({ at: 'failed', why })
  const loaded = ready(1, 2)
  expect(nextThread(loaded, { type: 'failed', why })).toBe(loaded)
  expect(nextThread({ at: 'failed', why }, { type: 'retry' })).toEqual(loading)
  expect(nextThread({ at: 'failed', why }, { type: 'missed-wanted' })).toEqual(loading)
})
