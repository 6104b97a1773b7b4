import type { ChatButton, KnownMessage } from '@kapao/contract/chat'
import { expect, test } from 'vitest'
import { asQuickReply, emptyMessage, messageProblem } from './message-rules.ts'

const buttons = (...all: ChatButton[]): KnownMessage => ({
  message_type: 'buttons',
  payload: { text: 'Choose', buttons: all },
})

test.each([
  ['text', 'no-text'],
  ['media', 'no-file'],
  ['buttons', 'no-text'],
  ['quick_replies', 'no-text'],
  ['generic', 'card-title'],
] as const)('an empty %s cannot be sent: %s', (kind, problem) => {
  expect(messageProblem(emptyMessage(kind))).toBe(problem)
})

test.each([
  ['without a title', { title: ' ', type: 'postback', payload: 'x' }, 'button-title'],
  ['with too long a title', { title: 'x'.repeat(61), type: 'postback', payload: 'x' }, 'button-title'],
  ['to something that is not of the web', { title: 'x', type: 'web', payload: 'javascript:1' }, 'button-web'],
  ['to a number that is none', { title: 'x', type: 'call', payload: 'call me' }, 'button-call'],
  ['that says nothing', { title: 'x', type: 'postback', payload: '' }, 'button-payload'],
  ['to the web', { title: 'x', type: 'web', payload: 'https://kapao.example' }, null],
  ['to a phone', { title: 'x', type: 'call', payload: '081 234 5678' }, null],
] as const)('a button %s', (_what, button, problem) => {
  expect(messageProblem(buttons(button))).toBe(problem)
})

test('two thousand letters can be sent, one more cannot', () => {
  const text = (length: number): KnownMessage => ({
    message_type: 'text',
    payload: { text: 'ก'.repeat(length) },
  })
  expect(messageProblem(text(2000))).toBeNull()
  expect(messageProblem(text(2001))).toBe('text-too-long')
})

test('a quick reply answers with its own words', () => {
  expect(asQuickReply('Yes')).toEqual({ title: 'Yes', type: 'postback', payload: 'Yes' })
})
