import { expect, it } from 'vitest'
import { groupAccountNo, maskAccountNo } from './account-number.ts'

it('groups ten digits as 3-3-4, eighteen as 3-2-2-8-3, and leaves other lengths alone', () => {
  expect(groupAccountNo('1234567890')).toBe('123-456-7890')
  expect(groupAccountNo('010120001234567890')).toBe('010-12-00-01234567-890')
  expect(groupAccountNo('9991000000000002')).toBe('9991000000000002')
})

it('hides the middle of an account number, whatever its length', () => {
  expect(maskAccountNo('1234567890')).toBe('123-xxx-7890')
  expect(maskAccountNo('010120001234567890')).toBe('0101xxxxxxxxxx7890')
  expect(maskAccountNo('123456')).toBe('12xx56')
  expect(maskAccountNo('1234')).toBe('1234')
})
