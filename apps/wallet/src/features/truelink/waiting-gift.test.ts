import { fromMinorUnits } from '@kapao/money/minor'
import { expect, test } from 'vitest'
import { depositsOf, rowOf, type WaitingGift } from './waiting-gift.ts'

const amount = fromMinorUnits(2_000n)
const row = { _id: 'gift', statementType: 'deposit', status: 'SUCCESS', amount } as const
const before = { ...row, _id: 'before' }
const underWay = { ...row, status: 'PENDING' }
const gift: WaitingGift = { amount, before: depositsOf([before]), row: null, sentAtMs: 0 }

test('a gift is known by its row, under way or over', () => {
  expect(rowOf(gift, [underWay, before])).toBe(underWay)
  expect(rowOf(gift, [row, before])).toBe(row)
  const failed = { ...row, status: 'FAILED' }
  expect(rowOf(gift, [failed, before])).toBe(failed)
})

test('what was there before, over or under way, what holds another amount and what is no deposit is not it', () => {
  const other = { ...row, amount: fromMinorUnits(2_001n) }
  expect(rowOf(gift, [{ ...row, statementType: 'bonus' }, other, before])).toBeNull()
  expect(rowOf({ ...gift, before: depositsOf([underWay]) }, [underWay])).toBeNull()
})

test('a deposit of the same amount that ends while the gift is under way is not taken for it', () => {
  const byCode = { ...row, _id: 'by code' }
  expect(rowOf(gift, [byCode, underWay, before])).toBe(underWay)
  expect(rowOf({ ...gift, row: 'gift' }, [byCode, underWay, before])).toBe(underWay)
  // Its row has left the first page.
  expect(rowOf({ ...gift, row: 'gift' }, [byCode])).toBeNull()
})

test('what a known row ends with is told, whatever came of it', () => {
  const less = { ...row, amount: fromMinorUnits(1_900n) }
  expect(rowOf({ ...gift, row: 'gift' }, [less])).toBe(less)
})

test('of what is over nothing is claimed where the amount, or what was there before, is not known', () => {
  expect(rowOf({ ...gift, before: null }, [row])).toBeNull()
  expect(rowOf({ ...gift, before: null }, [row, { ...underWay, _id: 'its' }])?._id).toBe('its')
  expect(rowOf({ ...gift, amount: null }, [row, before])).toBeNull()
  expect(rowOf({ ...gift, amount: null }, [underWay, before])).toBe(underWay)
})
