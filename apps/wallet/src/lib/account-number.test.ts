import { expect, it } from 'vitest'
import { maskAccountNo } from './account-number.ts'

it('hides the middle of an account number, whatever its length', () => {
  expect(maskAccountNo('1234567890')).toBe('123-xxx-7890')
  expect(maskAccountNo('010120001234567890')).toBe('0101xxxxxxxxxx7890')
  expect(maskAccountNo('123456')).toBe('12xx56')
  expect(maskAccountNo('1234')).toBe('1234')
})
