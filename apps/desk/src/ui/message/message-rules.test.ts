import type { ChatButton, KnownMessage } from '@kapao/contract/chat'
import { expect, test } from 'vitest'
import { asQuickReply, emptyCard, emptyMessage, messageProblem } from './message-rules.ts'

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
  ['to a phone, its area in brackets', { title: 'x', type: 'call', payload: '(021) 212345' }, null],
  ['to a phone, as an address', { title: 'x', type: 'call', payload: 'tel:021212345' }, null],
  ['to a phone, between dots', { title: 'x', type: 'call', payload: '02.123.4567' }, null],
  ['with sixty characters of two units', { title: '👍'.repeat(60), type: 'postback', payload: 'x' }, null],
  ['that says too much', { title: 'x', type: 'postback', payload: 'x'.repeat(1_001) }, 'button-payload'],
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
  expect(messageProblem({ message_type: 'text', payload: { text: '👍'.repeat(2000) } })).toBeNull()
})

test.each([
  ['with too long a title', { title: 'x'.repeat(201) }, 'card-title'],
  ['with too much below it', { subtitle: 'x'.repeat(501) }, 'card-subtitle'],
  ['with a picture that is not https', { image_url: 'http://kapao.example/x.png' }, 'no-file'],
  ['as long as it may be', { title: 'x'.repeat(200), subtitle: 'x'.repeat(500) }, null],
] as const)('a card %s', (_what, changes, problem) => {
  const card = { ...emptyCard(), title: 'A card', ...changes }
  expect(messageProblem({ message_type: 'generic', payload: { elements: [card] } })).toBe(problem)
})

test('a quick reply answers with its own words', () => {
  expect(asQuickReply('Yes')).toEqual({ title: 'Yes', type: 'postback', payload: 'Yes' })
})
