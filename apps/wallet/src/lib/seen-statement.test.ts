import { fromMinorUnits } from '@kapao/money/minor'
import { expect, test, vi } from 'vitest'
import type { Result } from './http.ts'
import { newRow, rowSince, untilSeen } from './seen-statement.ts'
import { storeToken } from './session-token.ts'

const { answers } = vi.hoisted(() => ({ answers: [] as Result<unknown>[] }))
vi.mock('./http.ts', () => ({ send: async () => answers.shift() }))

const amount = fromMinorUnits(20_000n)
const row = {
  _id: 's-2',
  statementType: 'withdraw',
  status: 'PENDING',
  from: 'WALLET',
  to: 'BANK',
  amount,
} as const
const earlier = { ...row, _id: 's-1' }
const known = new Set(['s-1'])
const sent = { statementType: 'withdraw', amount } as const

test('what was sent is the row that was not there before', () => {
  expect(newRow([row, earlier], sent, known)).toBe(row)
  expect(newRow([earlier], sent, known)).toBeNull()
})

test.each([
  ['of another kind', { ...row, statementType: 'transfer' } as const],
  ['of another amount', { ...row, amount: fromMinorUnits(20_001n) }],
  ['that failed, which can be sent again', { ...row, status: 'FAILED' }],
])('it is no row %s', (_what, other) => {
  expect(newRow([other], sent, known)).toBeNull()
})

test('a transfer is told by its two places', () => {
  const moved = { ...row, statementType: 'transfer', from: 'WALLET', to: 'PG' } as const
  const asked = { statementType: 'transfer', from: 'WALLET', to: 'PG', amount } as const
  expect(newRow([moved], asked, known)).toBe(moved)
  expect(newRow([moved], { ...asked, to: 'JOKER2' }, known)).toBeNull()
  expect(newRow([moved], { ...asked, from: 'JOKER2' }, known)).toBeNull()
})

test('without a look beforehand nothing is claimed', () => {
  expect(newRow([row], sent, null)).toBeNull()
})

const lost = { ok: false, failure: { kind: 'no-network' } } as const
const statement = { ok: true, answer: { statements: [earlier] } } as const

test('how it was before is looked at again until it has come', async () => {
  vi.useFakeTimers()
  answers.push(lost, lost, statement)
  const tell = vi.fn()
  untilSeen(tell)
  await vi.runAllTimersAsync()
  expect(tell.mock.calls).toEqual([[known]])
  vi.useRealTimers()
})

test('what comes when something was sent meanwhile is not how it was before, and nobody looks any more', async () => {
  vi.useFakeTimers()
  answers.push(statement)
  const tell = vi.fn()
  untilSeen(tell)()
  await vi.runAllTimersAsync()
  answers.push(lost)
  const stop = untilSeen(tell)
  await vi.advanceTimersByTimeAsync(0)
  stop()
  answers.push(statement)
  await vi.runAllTimersAsync()
  expect(tell).not.toHaveBeenCalled()
  expect(answers).toEqual([statement])
  vi.useRealTimers()
})

test('nobody knows what became of it once somebody else is here, in whose name it would be sent again', async () => {
  answers.push(statement, statement)
  expect(await rowSince(sent, known)).toBeNull()
  const looked = rowSince(sent, known)
  storeToken('somebody else', false)
  expect(await looked).toBeUndefined()
})
