import { fromMinorUnits } from '@kapao/money/minor'
import { expect, test } from 'vitest'
import { depositsOver, rowOf } from './waiting-gift.ts'

const amount = fromMinorUnits(2_000n)
const row = { _id: 'gift', statementType: 'deposit', status: 'SUCCESS', amount } as const
const before = { ...row, _id: 'before' }
const gift = { amount, over: depositsOver([before]) }

test('a gift is over with its row, paid or not', () => {
  expect(rowOf(gift, [row, before])).toBe(row)
  const failed = { ...row, status: 'FAILED' }
  expect(rowOf(gift, [failed, before])).toBe(failed)
})

test('it is waited for while its row is under way, also where that was there before it was sent', () => {
  const pending = { ...row, status: 'PENDING' }
  expect(rowOf(gift, [pending, before])).toBeNull()
  expect(rowOf({ amount, over: depositsOver([pending, before]) }, [row, before])).toBe(row)
})

test('what was over before, what holds another amount and what is no deposit is not it', () => {
  const other = { ...row, amount: fromMinorUnits(2_001n) }
  expect(rowOf(gift, [{ ...row, statementType: 'bonus' }, other, before])).toBeNull()
  // A server that names no amount: the first that is new.
  expect(rowOf({ ...gift, amount: null }, [other, before])).toBe(other)
})

test('nothing is claimed while it is not known what was over before', () => {
  expect(rowOf({ amount, over: null }, [row])).toBeNull()
})
