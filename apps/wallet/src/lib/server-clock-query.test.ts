import { newQueryClient } from '@kapao/browser/query-client'
import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { serverClockQuery } from './server-clock-query.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is asked for again after a failure, and no more when it is known', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00.500Z') })
  environmentManager.setIsServer(() => false)
  const fetched = vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetched)
  const clock = new QueryObserver(newQueryClient(), serverClockQuery)
  const leave = clock.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(3_900)
  expect(clock.getCurrentResult()).toMatchObject({ status: 'error', data: undefined })
  expect(fetched).toHaveBeenCalledTimes(1)
  const headers = { Date: 'Sat, 21 Nov 2026 11:00:04 GMT' }
  fetched.mockResolvedValue(new Response('{"terminated":""}', { headers }))
  await vi.advanceTimersByTimeAsync(200)
  expect(clock.getCurrentResult().data).toBeGreaterThan(3_590_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  leave()
})
