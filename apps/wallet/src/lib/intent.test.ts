import { expect, test, vi } from 'vitest'
import { createIntent } from './intent.ts'

// The texts are the page's, and none is open here.
vi.mock('./error-text.ts', () => ({ isCode: (message: string) => message === 'OVERLOADED' }))

test('a retry after a lost answer carries the same key', () => {
  const intent = createIntent('test')
  const key = intent.keyFor('WALLET>PG:10000')
  for (const kind of ['no-network', 'timed-out', 'not-understood']) {
    intent.settle({ ok: false, failure: { kind } })
    expect(intent.keyFor('WALLET>PG:10000')).toBe(key)
  }
})

test('an answer, good or bad, ends the intent', () => {
  const intent = createIntent('test')
  const first = intent.keyFor('10000')
  intent.settle({ ok: true })
  const second = intent.keyFor('10000')
  intent.settle({ ok: false, failure: { kind: 'refused' } })
  expect(new Set([first, second, intent.keyFor('10000')]).size).toBe(3)
})

test('another amount is another intent', () => {
  const intent = createIntent('test')
  expect(intent.keyFor('10000')).not.toBe(intent.keyFor('20000'))
})

test('after a reload the same content still is the same intent', () => {
  const before = createIntent('withdraw')
  const key = before.keyFor('11000')
  before.settle({ ok: false, failure: { kind: 'no-network' } })
  const after = createIntent('withdraw')
  expect(after.keyFor('11000')).toBe(key)
  after.settle({ ok: true })
  expect(createIntent('withdraw').keyFor('11000')).not.toBe(key)
})

test('what an earlier form had asked for is told apart from what this one did', () => {
  const lost = { ok: false, failure: { kind: 'no-network' } } as const
  const replayed = { ok: true, isReplay: true } as const
  const before = createIntent('withdraw')
  before.keyFor('12000')
  before.settle(lost)
  expect(before.settle(replayed)).toEqual({ wasDoneBefore: false })
  before.keyFor('12000')
  before.settle(lost)
  const after = createIntent('withdraw')
  after.keyFor('12000')
  expect(after.settle(lost)).toEqual({ wasDoneBefore: false })
  expect(after.settle(replayed)).toEqual({ wasDoneBefore: true })
  // The next is a new one.
  after.keyFor('12000')
  expect(after.settle({ ok: true })).toEqual({ wasDoneBefore: false })
})

test('what a proxy says in its own words when it gave up waiting ends no intent', () => {
  const intent = createIntent('test')
  const key = intent.keyFor('500')
  intent.settle({
    ok: false,
    failure: { kind: 'refused', message: 'Endpoint request timed out', isFault: true },
  })
  expect(intent.keyFor('500')).toBe(key)
  // One of the contract's says that nothing was begun.
  intent.settle({ ok: false, failure: { kind: 'refused', message: 'OVERLOADED', isFault: true } })
  expect(intent.keyFor('500')).not.toBe(key)
})

test('words of another server that came as a success end no intent, a code of the contract does', () => {
  const intent = createIntent('test')
  const key = intent.keyFor('600')
  intent.settle({ ok: false, failure: { kind: 'refused', message: 'Received', isAccepted: true } })
  expect(intent.keyFor('600')).toBe(key)
  intent.settle({ ok: false, failure: { kind: 'refused', message: 'OVERLOADED', isAccepted: true } })
  expect(intent.keyFor('600')).not.toBe(key)
})

test('two forms have intents of their own', () => {
  expect(createIntent('withdraw').keyFor('100')).not.toBe(createIntent('transfer').keyFor('100'))
})
