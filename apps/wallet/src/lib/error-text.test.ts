import { SendFailure } from '@kapao/browser/http'
import { afterEach, expect, test, vi } from 'vitest'
import { errorText, failureText } from './error-text.ts'
import type { Text } from './i18n.ts'

const keyOf: Text = (key) => key

afterEach(() => vi.unstubAllGlobals())

test('a load that waits for the line to come back, which has thrown nothing, is told as no line', () => {
  expect(failureText(keyOf, null)).toBe('errors.no-network')
})

test('what was thrown and is no failure of a call is told as an answer that makes no sense', () => {
  expect(failureText(keyOf, new TypeError('oops'))).toBe('errors.not-understood')
})

test('words of another server are no reason for a place that goes on asking to leave its own', () => {
  const own = new SendFailure({ kind: 'refused', message: 'Ask the cashier' })
  expect(failureText(keyOf, own, 'its own words')).toBe('its own words')
  expect(failureText(keyOf, own)).toBe('Ask the cashier')
})

test.each([
  [true, 'errors.unreachable'],
  [false, 'errors.no-network'],
])('where nothing came back it is the line only when there is none (online: %s)', (onLine, key) => {
  vi.stubGlobal('navigator', { onLine })
  expect(errorText(keyOf, { kind: 'no-network' })).toBe(key)
})

test.each([
  [200, 'a-page', 'foreign-page'],
  [302, 'a-page', 'foreign-page'],
  [511, 'a-page', 'foreign-page'],
  [403, 'a-page', 'server-down'],
  [404, 'a-page', 'server-down'],
  [500, 'a-page', 'server-down'],
  [502, 'a-page', 'server-down'],
  [503, 'nothing', 'server-down'],
  [504, 'something', 'server-down'],
  [522, 'a-page', 'server-down'],
  [413, 'a-page', 'too-large'],
  [200, 'nothing', 'empty-answer'],
  [200, 'something', 'not-understood'],
] as const)('status %i with %s is told as %s', (status, came, key) => {
  expect(errorText(keyOf, { kind: 'not-understood', status, came })).toBe(`errors.${key}`)
})
