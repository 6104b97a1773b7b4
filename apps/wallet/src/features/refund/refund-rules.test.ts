import { fromMinorUnits } from '@kapao/money/minor'
import { expect, it } from 'vitest'
import { holdsWithdrawals, refundHold } from './refund-rules.ts'

const check = (amount: bigint, result: boolean, bonus: boolean) => ({
  refundAmount: fromMinorUnits(amount),
  result,
  bonus,
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

it('is not received where the server would not give it', () => {
  expect(refundHold(check(32_550n, false, false))).toBe('nothing')
})

it.each([
  [true, false],
  [true, true],
  [false, true],
  [false, false],
])('of zero nothing is received, whatever the server says of it (%s, %s)', (result, bonus) => {
  expect(refundHold(check(0n, result, bonus))).toBe('nothing')
})

it('with a goal that it reaches itself holds no withdrawal back', () => {
  expect([0, 99, 100, 101, 200].filter(holdsWithdrawals)).toEqual([101, 200])
})
