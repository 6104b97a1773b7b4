import type { Failure, Result } from '@kapao/browser/http'
import { expect, test, vi } from 'vitest'
import type { Text } from './i18n.ts'
import { createIntent, doneNow, moneyErrorText } from './intent.ts'

// The texts are the page's, and none is open here.
vi.mock('./error-text.ts', () => ({
  isCode: (message: string) => message === 'TRANSFER_FAIL',
  errorText: (_t: Text, failure: Failure) => (failure.kind === 'refused' ? failure.message : failure.kind),
}))

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

test('an answer that comes late ends nothing that another form has begun since', () => {
  const late = createIntent('late')
  late.keyFor('10000')
  const since = createIntent('late').keyFor('20000')
  late.settle({ ok: true })
  expect(createIntent('late').keyFor('20000')).toBe(since)
})

test('a form that has sent nothing can end what one before it has left open: how it ended was seen elsewhere', () => {
  const first = createIntent('code').keyFor('10000')
  createIntent('code').settle({ ok: true })
  expect(createIntent('code').keyFor('10000')).not.toBe(first)
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
  expect(before.settle(replayed)).toMatchObject({ wasDoneBefore: false })
  before.keyFor('12000')
  before.settle(lost)
  const after = createIntent('withdraw')
  after.keyFor('12000')
  expect(after.settle(lost)).toMatchObject({ wasDoneBefore: false })
  expect(after.settle(replayed)).toMatchObject({ wasDoneBefore: true })
  // The next is a new one.
  after.keyFor('12000')
  expect(after.settle({ ok: true })).toMatchObject({ wasDoneBefore: false })
})

test('a refusal after a lost answer does not say that nothing was done: a server may know no keys', () => {
  const lost = { ok: false, failure: { kind: 'no-network' } } as const
  const refused = { ok: false, failure: { kind: 'refused', message: 'MONEY_NOT_ENOUGH' } } as const
  const intent = createIntent('withdraw')
  intent.keyFor('13000')
  expect(intent.settle(refused)).toMatchObject({ isPerhapsDone: false })
  intent.keyFor('13000')
  expect(intent.settle(lost)).toMatchObject({ isPerhapsDone: false })
  // Over a reload, too.
  const next = createIntent('withdraw')
  next.keyFor('13000')
  expect(next.settle(refused)).toMatchObject({ isPerhapsDone: true })
  next.keyFor('13000')
  expect(next.settle(refused)).toMatchObject({ isPerhapsDone: false })
})

test('a refusal that is the kept answer to the lost try is certain: the server knows its key', () => {
  const intent = createIntent('transfer')
  intent.keyFor('14000')
  intent.settle({ ok: false, failure: { kind: 'no-network' } })
  intent.keyFor('14000')
  const failed = { ok: false, failure: { kind: 'refused', message: 'TRANSFER_FAIL' } } as const
  expect(intent.settle({ ...failed, isReplay: true })).toMatchObject({ isPerhapsDone: false })
})

test('one that is turned away after a lost answer is the same intent still, and one that never was more is over', () => {
  const intent = createIntent('transfer')
  const away = (message: string) => ({ ok: false, failure: { kind: 'refused', message } }) as const
  for (const message of ['OVERLOADED', 'REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN']) {
    const first = intent.keyFor('15000')
    intent.settle(away(message))
    const lost = intent.keyFor('15000')
    expect(lost).not.toBe(first)
    intent.settle({ ok: false, failure: { kind: 'no-network' } })
    expect(intent.keyFor('15000')).toBe(lost)
    expect(intent.settle(away(message))).toMatchObject({ isPerhapsDone: true })
    expect(intent.keyFor('15000')).toBe(lost)
    intent.settle({ ok: true })
  }
})

test('what may have been done is never told in the words of a refusal, which say that it was not', () => {
  const t: Text = (key) => key
  const refused = { kind: 'refused', message: 'MONEY_NOT_ENOUGH' } as const
  expect(moneyErrorText(t, refused)).toBe('MONEY_NOT_ENOUGH')
  expect(moneyErrorText(t, refused, true)).toBe('errors.perhaps-done')
  expect(moneyErrorText(t, { kind: 'timed-out' }, true)).toBe('timed-out errors.perhaps-done')
  expect(moneyErrorText(t, { kind: 'timed-out' }, true, 'look here')).toBe('timed-out look here')
  expect(moneyErrorText(t, refused, true, 'look here')).toBe('look here')
})

test('what is received is told so, too', async () => {
  const lost = { ok: false, failure: { kind: 'no-network' } } as const
  const refused = { ok: false, failure: { kind: 'refused', message: 'NO_INVITE_BONUS' } } as const
  const intent = createIntent('invite-bonus-lost')
  const receive = (answer: Result<string>) =>
    doneNow(intent, 'invite-bonus-lost', ['NO_INVITE_BONUS'], async () => answer)
  expect(await receive(refused)).toEqual(refused)
  await receive(lost)
  expect(await receive(refused)).toEqual({ ...refused, isPerhapsDone: true })
})

/** A form that is opened, and whose call is answered in turn; tells what it was told, and the keys that it sent. */
async function opened(...answers: Result<string>[]) {
  const keys: string[] = []
  const told = await doneNow(
    createIntent('invite-bonus'),
    'invite-bonus',
    ['NO_INVITE_BONUS'],
    async (key) => {
      keys.push(key)
      const answer = answers.shift()
      if (!answer) throw new Error('It was sent once too often')
      return answer
    },
  )
  return { told, keys }
}

test('what was done for an earlier form, whose answer was lost, is not taken for what this one asks', async () => {
  const lost = { ok: false, failure: { kind: 'no-network' } } as const
  const before = { ok: true, answer: '30.00', isReplay: true } as const
  const now = { ok: true, answer: '10.00' } as const
  expect((await opened(now)).told).toEqual(now)
  const first = await opened(lost)
  expect(first.told).toEqual(lost)
  const next = await opened(before, now)
  expect(next.told).toEqual(now)
  expect(next.keys).toEqual([first.keys[0], expect.not.stringMatching(first.keys[0] ?? '')])
  // Where nothing has come since, what was done then is what was asked for.
  await opened(lost)
  const nothing = { ok: false, failure: { kind: 'refused', message: 'NO_INVITE_BONUS' } } as const
  expect((await opened(before, nothing)).told).toEqual(before)
  await opened(lost)
  const held = { ok: false, failure: { kind: 'refused', message: 'BONUS_REMAINING' } } as const
  expect((await opened(before, held)).told).toEqual(held)
  // Of another call it would mean that nothing is left.
  await opened(lost)
  const other = { ok: false, failure: { kind: 'refused', message: 'NO_REFUND' } } as const
  expect((await opened(before, other)).told).toEqual(other)
  expect((await opened(now)).told).toEqual(now)
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
  intent.settle({ ok: false, failure: { kind: 'refused', message: 'TRANSFER_FAIL', isFault: true } })
  expect(intent.keyFor('500')).not.toBe(key)
})

test('words of another server that came as a success end no intent, a code of the contract does', () => {
  const intent = createIntent('test')
  const key = intent.keyFor('600')
  intent.settle({ ok: false, failure: { kind: 'refused', message: 'Received', isAccepted: true } })
  expect(intent.keyFor('600')).toBe(key)
  intent.settle({ ok: false, failure: { kind: 'refused', message: 'TRANSFER_FAIL', isAccepted: true } })
  expect(intent.keyFor('600')).not.toBe(key)
})

test('two forms have intents of their own', () => {
  expect(createIntent('withdraw').keyFor('100')).not.toBe(createIntent('transfer').keyFor('100'))
})
