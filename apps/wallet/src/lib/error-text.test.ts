import { expect, test } from 'vitest'
import { failureText } from './error-text.ts'
import type { Text } from './i18n.ts'

const keyOf: Text = (key) => key

test('a load that waits for the line to come back, which has thrown nothing, is told as no line', () => {
  expect(failureText(keyOf, null)).toBe('errors.no-network')
})

test('what was thrown and is no failure of a call is told as an answer that makes no sense', () => {
  expect(failureText(keyOf, new TypeError('oops'))).toBe('errors.not-understood')
})
