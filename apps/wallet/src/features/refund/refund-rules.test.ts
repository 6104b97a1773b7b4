import { fromMinorUnits } from '@kapao/money/minor'
import { expect, it } from 'vitest'
import { holdsWithdrawals, refundHold } from './refund-rules.ts'

const check = (amount: bigint, result: boolean, bonus: boolean, min?: bigint) => ({
  refundAmount: fromMinorUnits(amount),
  result,
  bonus,
  refundMin: min === undefined ? undefined : fromMinorUnits(min),
})

it('a refund that is there can be received', () => {
  expect(refundHold(check(32_550n, true, false))).toBeNull()
})

it.each([true, false])(
  'waits while a bonus is active, whether the server would give it or not (%s)',
  (result) => {
    expect(refundHold(check(32_550n, result, true))).toBe('bonus')
  },
)

it('that was counted is not received where the server would not give it, and is not told as none', () => {
  expect(refundHold(check(32_550n, false, false))).toBe('not-given')
  expect(refundHold(check(100n, false, false, 100n))).toBe('not-given')
})

it.each([true, false])('under the operator’s minimum waits for no bonus to end (%s)', (bonus) => {
  expect(refundHold(check(75n, false, bonus, 100n))).toBe('minimum')
})

it.each([
  [true, false],
  [true, true],
  [false, true],
  [false, false],
])('of zero nothing is received, whatever the server says of it (%s, %s)', (result, bonus) => {
  expect(refundHold(check(0n, result, bonus))).toBe('nothing')
})

it.each([
  [0n, false, false],
  [32_550n, true, true],
])(
  'while refunds are switched off none is told as to come, nor as held back (%s)',
  (amount, result, bonus) => {
    expect(refundHold({ ...check(amount, result, bonus), isActive: false })).toBe('switched-off')
    expect(refundHold({ ...check(amount, result, bonus), isActive: true })).not.toBe('switched-off')
  },
)

it('with a goal that it reaches itself holds no withdrawal back', () => {
  expect([0, 99, 100, 101, 200].filter(holdsWithdrawals)).toEqual([101, 200])
})
