import { expect, test } from 'vitest'
import { newMessage } from '../../../test/messages.ts'
import type { Written } from './boxes.ts'
import { itemsOf, newestTheirsOf } from './entries.ts'

const written = (clientId: string): Written => ({
  clientId,
  writtenAtMs: Date.parse('2026-11-21T02:59:00.000Z'),
  afterSeq: 1,
  seen: {},
  hasWaited: false,
  message: { message_type: 'text', payload: { text: clientId } },
  delivery: { at: 'sending' },
})

const failed = (clientId: string, changes: Partial<Written> = {}): Written => ({
  ...written(clientId),
  delivery: { at: 'failed', why: { kind: 'timed-out' }, hasFile: true },
  ...changes,
})

test('what is on its way comes last, even where this clock is behind', () => {
  const { entries } = itemsOf([newMessage(1)], [written('w1')], 'me')
  expect(entries.map(({ key }) => key)).toEqual(['m1', 'w1'])
  expect(entries[1]?.atMs).toBe(entries[0]?.atMs)
})

test.each([
  ['ten minutes slow', -600_000],
  ['ten minutes fast', 600_000],
  ['a day slow', -86_400_000],
  ['a day fast', 86_400_000],
])('what failed stays where it was written by a clock that is %s', (_how, wrongMs) => {
  const minute = (minutes: number) => Date.UTC(2026, 10, 21, 3, minutes)
  const at = (minutes: number) => ({ createdAt: new Date(minute(minutes)).toISOString() })
  const messages = [newMessage(1, at(0)), newMessage(2, at(5)), newMessage(3, at(6))]
  const writtenAtMs = minute(5) + wrongMs
  const own = [
    failed('w1', { writtenAtMs, afterSeq: 2 }),
    failed('w2', { writtenAtMs, afterSeq: 2 }),
    failed('w3', { writtenAtMs, afterSeq: 3 }),
  ]
  const { entries, items } = itemsOf(messages, own, 'me')
  expect(entries.map(({ key }) => key)).toEqual(['m1', 'm2', 'w1', 'w2', 'm3', 'w3'])
  // Each day begins once.
  const days = items.flatMap(({ kind, key }) => (kind === 'day' ? [key] : []))
  expect(new Set(days).size).toBe(days.length)
})

test('what failed stays where it was written, and what is said after it comes after it', () => {
  const at = (second: number) => ({
    createdAt: new Date(Date.UTC(2026, 10, 21, 2, 59, second)).toISOString(),
  })
  const staff = { staffId: 'me', displayName: 'Noi' }
  const mine = newMessage(1, { ...at(0), sender: 'agent', staff })
  const { entries, items } = itemsOf([mine, newMessage(2, at(5))], [failed('w1'), written('w2')], 'me')
  expect(entries.map(({ key }) => key)).toEqual(['m1', 'w1', 'm2', 'w2'])
  // Within a minute of it and from the same hand, what was delivered still ends its own group.
  const groups = items.flatMap((item) => (item.kind === 'group' ? [item.messages.map(({ key }) => key)] : []))
  expect(groups).toEqual([['m1'], ['w1'], ['m2'], ['w2']])
})

test('new to an agent is what the customer or a colleague said last, and nothing of their own', () => {
  const by = (staffId: string) => ({ sender: 'agent', staff: { staffId, displayName: staffId } })
  const newest = (...messages: Parameters<typeof itemsOf>[0]) =>
    newestTheirsOf(itemsOf(messages, [written('w1'), failed('w2')], 'me').entries, 'me')?.key
  expect(newest(newMessage(1), newMessage(2), newMessage(3, by('me')))).toBe('m2')
  expect(newest(newMessage(1), newMessage(2, by('noi')), newMessage(3, by('me')))).toBe('m2')
  expect(newest(newMessage(1, by('me')))).toBeUndefined()
})

test('the echo takes the place of what was written, under the same key', () => {
  const staff = { staffId: 'a', displayName: 'Noi' }
  const { entries } = itemsOf(
    [newMessage(1, { clientId: 'w1', sender: 'agent', staff })],
    [written('w1')],
    'me',
  )
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ key: 'w1', side: 'own', delivery: null, seq: 1, staffName: 'Noi' })
})

test('a kind that is not known stays in its place, as nothing that can be read', () => {
  const { entries } = itemsOf([newMessage(1, { message: { message_type: 'dance', payload: 7 } })], [], 'me')
  expect(entries[0]?.message).toBeNull()
})

test('a new session shows where the one before was ended', () => {
  const { items } = itemsOf([newMessage(1), newMessage(2, { session_id: 's2' })], [], 'me')
  expect(items.map(({ kind }) => kind)).toEqual(['day', 'group', 'end', 'group'])
})
