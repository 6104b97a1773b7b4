import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { serverAhead, watchServerClock } from './use-server-now.ts'

const HOUR = 3_600_000
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00.500Z') })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  fetched.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is asked for no longer than anybody wants to know', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const leave = watchServerClock(() => {})
  await vi.advanceTimersByTimeAsync(4_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('is asked for again after a failure until it is known, once for all who want to know', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const isHeard = [vi.fn(), vi.fn()]
  for (const changed of isHeard) watchServerClock(changed)
  await vi.advanceTimersByTimeAsync(3_900)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(serverAhead()).toBe(0)
  const headers = { Date: new Date(Date.now() + 100 + HOUR).toUTCString() }
  fetched.mockResolvedValue(new Response('{"terminated":""}', { headers }))
  await vi.advanceTimersByTimeAsync(100)
  expect(Math.abs(serverAhead() - HOUR)).toBeLessThan(1_000)
  for (const changed of isHeard) expect(changed).toHaveBeenCalledTimes(1)
  watchServerClock(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(2)
})
