import { fromMinorUnits } from '@kapao/money/minor'
import { expect, it } from 'vitest'
import { isPaidByStatement, newDeposit, settledDeposits } from './paid-by-statement.ts'

const amount = fromMinorUnits(10_000n)
const row = { _id: 's2', statementType: 'deposit', status: 'SUCCESS', amount } as const

it('takes a new settled deposit of the amount for the payment', () => {
  expect(isPaidByStatement([row], amount, ['s1'])).toBe(true)
})

it.each([
  ['a deposit that was there before', [row], ['s2']],
  ['a deposit of another amount', [{ ...row, amount: fromMinorUnits(9_999n) }], []],
  ['a deposit that is not settled', [{ ...row, status: 'PENDING' }], []],
  ['a transfer', [{ ...row, statementType: 'transfer' as const }], []],
  ['anything when it never saw the statement before', [row], null],
])('does not take %s for it', (_name, rows, known) => {
  expect(isPaidByStatement(rows, amount, known)).toBe(false)
})

it('tells how much came since the statement was looked at, whatever was said of it before', () => {
  const before = { ...row, _id: 's1' }
  expect(newDeposit([row, before], settledDeposits([before]))).toBe(amount)
  expect(newDeposit([row, before], settledDeposits([row, before]))).toBeNull()
})

it('takes a deposit that was there and settles afterwards for a new one, and nothing else for a deposit', () => {
  const pending = { ...row, status: 'PENDING' }
  const bonus = { ...row, _id: 's3', statementType: 'bonus' as const }
  expect(newDeposit([bonus, pending], [])).toBeNull()
  expect(newDeposit([row], settledDeposits([pending]))).toBe(amount)
})
