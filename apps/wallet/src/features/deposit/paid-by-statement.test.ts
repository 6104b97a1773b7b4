import { fromMinorUnits } from '@kapao/money/minor'
import { expect, it } from 'vitest'
import { isPaidByStatement } from './paid-by-statement.ts'

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
