import { expect, test } from 'vitest'
import { writtenOnce } from './written-once.ts'

test('the same content keeps its id until it is there, another content has another', () => {
  const once = writtenOnce()
  const first = once.idOf('calls back at noon')
  expect(once.idOf('calls back at noon')).toBe(first)
  expect(once.idOf('calls back at one')).not.toBe(first)
  const second = once.idOf('calls back at noon')
  once.done()
  expect(once.idOf('calls back at noon')).not.toBe(second)
})
