import { expect, it } from 'vitest'
import { groupAccountNo } from './account-number.ts'

it('groups ten digits as 3-3-4, eighteen as 3-2-2-8-3, and leaves other lengths alone', () => {
  expect(groupAccountNo('1234567890')).toBe('123-456-7890')
  expect(groupAccountNo('010120001234567890')).toBe('010-12-00-01234567-890')
  for (const number of ['9991000000000002', '123456789', '12345678901'])
    expect(groupAccountNo(number)).toBe(number)
})
