import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { type CompiledMessage, type MessageValues, writeMessage } from './message.ts'

function written(text: string, values: MessageValues = {}, language = 'en'): string {
  // The build has judged the parts by then (@kapao/page-build/text-files).
  return writeMessage(compileMessageOrThrow(text) as CompiledMessage, values, language)
}

test('a text without values is itself, with its quotes as typed', () => {
  expect(written('Log in')).toBe('Log in')
  expect(written("Don''t")).toBe("Don't")
})

test('values go where they are named, as often as they are', () => {
  expect(written('{amount} {currency}, {amount} again', { amount: '1,234.50', currency: 'THB' })).toBe(
    '1,234.50 THB, 1,234.50 again',
  )
  expect(written('Before {missing} after')).toBe('Before  after')
})

test('a short name that is put into a text stays on one line, and a long one may be broken', () => {
  expect(written('Open {name} now', { name: 'Lotus Lantern' })).toBe('Open Lotus\u00a0Lantern now')
  expect(written('Open {name} now', { name: 'The House of Nine Lanterns' })).toBe(
    'Open The House of Nine Lanterns now',
  )
})

test('a plural takes its form by the language, and its figure', () => {
  const text = '{coins, plural, =0 {no coins} one {# coin} other {# coins, {left} left}}'
  expect(written(text, { coins: 0 })).toBe('no coins')
  expect(written(text, { coins: 1 })).toBe('1 coin')
  expect(written(text, { coins: 5, left: 2 })).toBe('5 coins, 2 left')
  expect(written(text, { coins: 1, left: 0 }, 'th')).toBe('1 coins, 0 left')
})

test('a name that is written from the right, or turns what follows, stays apart from the words around it', () => {
  const said = (by: string) => written('{by} said it', { by })
  expect(said('Mali')).toBe('Mali said it')
  expect(said('มะลิ')).toBe('มะลิ said it')
  expect(said('\u202eilaM')).toBe('\u2068\u202eilaM\u2069 said it')
  expect(said('مريم')).toBe('\u2068مريم\u2069 said it')
  expect(said('\u2069\u202ex\u2066')).toBe('\u2068\u202ex\u2069 said it')
})
