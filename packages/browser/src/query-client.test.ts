import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Failure, SendFailure } from './http.ts'
import { newQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** How often the server is asked within the given seconds, each time failing so. */
async function timesAsked(failure: Failure, seconds: number): Promise<number> {
  let times = 0
  const queryFn = () => {
    times += 1
    return Promise.reject(new SendFailure(failure))
  }
  newQueryClient()
    .fetchQuery({ queryKey: ['what'], queryFn })
    .catch(() => undefined)
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return times
}

const overloaded = (retryAfter?: number): Failure => ({
  kind: 'refused',
  message: 'OVERLOADED',
  ...(retryAfter === undefined ? {} : { retryAfter }),
})

test('a read that a busy server turned away is asked for again twice, and then left', async () => {
  expect(await timesAsked(overloaded(), 60)).toBe(3)
})

test('not before the server said', async () => {
  expect(await timesAsked(overloaded(3), 2.9)).toBe(1)
  expect(await timesAsked(overloaded(3), 3.1)).toBe(2)
})

test('but nobody waits for minutes in front of an empty page', async () => {
  expect(await timesAsked(overloaded(600), 10.1)).toBe(2)
})

test('without a line it is asked for again as well', async () => {
  expect(await timesAsked({ kind: 'no-network' }, 60)).toBe(3)
})

test('any other refusal is believed at once', async () => {
  expect(await timesAsked({ kind: 'refused', message: 'INTERNAL_SERVER_ERROR', retryAfter: 1 }, 60)).toBe(1)
  expect(await timesAsked({ kind: 'timed-out' }, 60)).toBe(1)
})
