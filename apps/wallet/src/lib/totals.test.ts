import { fromMinorUnits, ZERO } from '@kapao/money/minor'
import { parseRatio, type Ratio } from '@kapao/money/ratio'
import { expect, test } from 'vitest'
import { totalsOf, worthOf } from './totals.ts'

const baht = (text: string) => fromMinorUnits(text.replace('.', ''))
const ratio = (text: string): Ratio => {
  const parsed = parseRatio(text)
  if (parsed === null) throw new Error(`${text} is no ratio`)
  return parsed
}

test('the total is the wallet and every game at its ratio', () => {
  const slots = [
    { amount: baht('100.25'), ftWalletSlot: ratio('1') },
    { amount: baht('12.34'), ftWalletSlot: ratio('10') },
  ]
  expect(totalsOf(baht('1000.10'), slots)).toEqual({
    wallet: baht('1000.10'),
    games: baht('223.65'),
    total: baht('1223.75'),
  })
})

test('without games the total is the wallet', () => {
  expect(totalsOf(baht('0.07'), [])).toEqual({ wallet: baht('0.07'), games: ZERO, total: baht('0.07') })
})

test('a part of a satang is never rounded up into money', () => {
  expect(worthOf({ amount: baht('0.03'), ftWalletSlot: ratio('0.5') })).toBe(baht('0.01'))
})

test('a thousand kip a credit stay exact far beyond what a float holds', () => {
  expect(worthOf({ amount: baht('99999999.99'), ftWalletSlot: ratio('1000') })).toBe(baht('99999999990.00'))
})
