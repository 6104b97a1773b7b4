import { afterEach, expect, it, vi } from 'vitest'
import { aheadMs, serverAheadMs } from './server-clock.ts'

const NOW = Date.parse('2026-11-21T10:00:00.500Z')
const MINUTE = 60_000

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a clock that is 20 minutes late', 'Sat, 21 Nov 2026 10:20:00 GMT', 20 * MINUTE],
  ['a clock that is an hour early', 'Sat, 21 Nov 2026 09:00:00 GMT', -60 * MINUTE],
  ['a clock that is right within what can be told', 'Sat, 21 Nov 2026 10:00:01 GMT', 0],
  ['a header that is hidden', null, null],
  ['a header that is no date', 'soon', null],
])('%s', (_name, date, ahead) => {
  expect(aheadMs(date, NOW - 100, NOW + 100)).toBe(ahead)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('does not keep anybody waiting for a server that does not say what time it is', async () => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, fail) =>
        signal.addEventListener('abort', () => fail(new Error('No longer waited for'))),
      ),
  )
  const told = expect(serverAheadMs('/api/lookup/active', new AbortController().signal)).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(4_000)
  await told
})

it('reads the answer to its end, so that its connection is free again', async () => {
  const answer = new Response('{"terminated":""}', { headers: { Date: 'Sat, 21 Nov 2026 10:20:00 GMT' } })
  vi.stubGlobal('fetch', () => Promise.resolve(answer))
  await serverAheadMs('/api/lookup/active', new AbortController().signal)
  expect(answer.bodyUsed).toBe(true)
})
