import { expect, it } from 'vitest'
import { groupAccountNo } from './account-number.ts'

it('groups ten digits as 3-3-4, eighteen as 3-2-2-8-3, and leaves other lengths alone', () => {
  expect(groupAccountNo('1234567890')).toBe('123-456-7890')
  expect(groupAccountNo('010120001234567890')).toBe('010-12-00-01234567-890')
  for (const number of ['9991000000000002', '123456789', '12345678901'])
    expect(groupAccountNo(number)).toBe(number)
})

it.each([
  ['123456789012', '123-4-56789-012'],
  ['12345678901234', '1234-567-890123-4'],
  ['12345678901', '12345678901'],
])('groups %s as the Thai banks with so many digits do: %s', (number, shown) => {
  expect(groupAccountNo(number, 'th')).toBe(shown)
  expect(groupAccountNo(number, 'la')).toBe(number)
})

it.each([
  ['SCB', '123-4-56789-0'],
  ['ONE-MORE', '123-4-56789-0'],
  ['UOBT', '123-456-789-0'],
  ['TMB', '123-456789-0'],
  ['KKP', '123-456789-0'],
  ['CITI', '123-456789-0'],
])('groups ten digits of %s as its app does, in Thailand alone: %s', (bankCode, shown) => {
  expect(groupAccountNo('1234567890', 'th', bankCode)).toBe(shown)
  expect(groupAccountNo('1234567890', 'la', bankCode)).toBe('123-456-7890')
})
