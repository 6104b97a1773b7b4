import { nextDelivery } from '@kapao/chat-view/delivery'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Text } from '../../lib/i18n.ts'
import { failedBy, tooOftenText } from './failed-delivery.ts'

const now = Date.UTC(2026, 10, 21, 7, 0, 30)
beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

const t: Text = (key, values) => [key, ...Object.values(values ?? {})].join(' ')
const refused = (retryAfter?: number) => {
  const why = { kind: 'refused', message: 'REQUEST_LIMIT', ...(retryAfter && { retryAfter }) } as const
  const delivery = nextDelivery({ at: 'sending' }, failedBy(why))
  if (delivery.at !== 'failed') throw new Error('it failed')
  return delivery
}

test.each([
  [23 * 3600, 'chat.why-too-often-known 22/11/2026 13:01'],
  [91, 'chat.why-too-often-known 21/11/2026 14:03'],
  [60, 'chat.why-too-often'],
  [undefined, 'chat.why-too-often'],
])('who may not send for %s seconds is told when, where that is more than a moment', (retryAfter, words) => {
  expect(tooOftenText(t, refused(retryAfter))).toBe(words)
})

test('once the time is there, it is not told any more', () => {
  const delivery = refused(3600)
  vi.setSystemTime(now + 3_600_000)
  expect(tooOftenText(t, delivery)).toBe('chat.why-too-often')
})
