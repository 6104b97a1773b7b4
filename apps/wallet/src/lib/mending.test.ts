import { type Failure, SendFailure } from '@kapao/browser/http'
import { expect, test } from 'vitest'
import { isFinal, mendAfterMs, mending } from './mending.ts'

const refused = (message: string, more: { retryAfter?: number; isFault?: true } = {}): Failure => ({
  kind: 'refused',
  message,
  ...more,
})
const failedTimes = (errorUpdateCount: number, failure: Failure = { kind: 'no-network' }) => ({
  state: { status: 'error', error: new SendFailure(failure), errorUpdateCount, errorUpdatedAt: 100 },
})
const page = (status: number): Failure => ({ kind: 'not-understood', status, came: 'a-page' })

test.each([
  ['a line that broke', { kind: 'no-network' } as const, 4_000],
  ['a server that broke', refused('INTERNAL_SERVER_ERROR', { isFault: true }), 4_000],
  ['one that broke and has no status for it', refused('INTERNAL_SERVER_ERROR'), 4_000],
  ['one that says when', refused('INTERNAL_SERVER_ERROR', { isFault: true, retryAfter: 9 }), 9_000],
  ['one that has too much to do', refused('OVERLOADED'), 20_000],
  ['one that was asked too often', refused('REQUEST_LIMIT'), 20_000],
  ['one that was asked too often and says when', refused('REQUEST_LIMIT_1MIN', { retryAfter: 57 }), 57_000],
  ['a page in place of the answer', page(200), 4_000],
  ['a refusal that asking does not change', refused('INACTIVE_USER'), 60_000],
])('after %s it is asked again in its time', (_what, failure, afterMs) => {
  expect(mendAfterMs(failure)).toBe(afterMs)
  expect(mending(failedTimes(1, failure))).toBe(afterMs)
})

test('the pauses grow, not for long, and begin anew when it came', () => {
  const query = failedTimes(1)
  const pauses = Array.from({ length: 6 }, () => {
    const pause = mending(query)
    query.state = { ...query.state, errorUpdateCount: query.state.errorUpdateCount + 1 }
    return pause
  })
  expect(pauses).toEqual([4_000, 8_000, 16_000, 16_000, 16_000, 16_000])
  const failed = query.state
  query.state = { ...failed, status: 'success' }
  expect(mending(query)).toBe(false)
  query.state = failed
  expect(mending(query)).toBe(4_000)
})

test('two that failed at different moments do not ask at the same ones for ever', () => {
  const [one, other] = [failedTimes(1), failedTimes(1)]
  expect(mending(one)).toBe(mending(other))
  one.state = { ...one.state, errorUpdateCount: 2, errorUpdatedAt: 130 }
  other.state = { ...other.state, errorUpdateCount: 2, errorUpdatedAt: 160 }
  expect(mending(one)).not.toBe(mending(other))
  expect(mending(one)).toBe(mending(one))
})

test('what is there needs no mending', () => {
  const { state } = failedTimes(0)
  expect(mending({ state: { ...state, status: 'success', error: null } })).toBe(false)
})

test.each([
  ['a refusal', refused('NO_DATA'), true],
  ['a page of a server that does not know the call', page(404), true],
  ['a page in place of the answer', page(200), true],
  ['a page of a proxy whose server is away', page(502), false],
  ['a page of a proxy that was asked too often', page(429), false],
  ['too many calls', refused('REQUEST_LIMIT'), false],
  ['too many calls in a minute', refused('REQUEST_LIMIT_1MIN'), false],
  ['a server that broke', refused('INTERNAL_SERVER_ERROR', { isFault: true }), false],
  ['a server that broke and has no status for it', refused('INTERNAL_SERVER_ERROR'), false],
  ['a server with too much to do', refused('OVERLOADED'), false],
  ['no line', { kind: 'no-network' } as const, false],
])('whether %s is for good: %o, %s', (_what, failure, isForGood) => {
  expect(isFinal(failure)).toBe(isForGood)
})
