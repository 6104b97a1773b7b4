import { fromMinorUnits } from '@kapao/money/minor'
import { expect, test } from 'vitest'
import { createWalletPeriod } from './wallet-period.ts'

const amount = fromMinorUnits(20_000n)

test.each([
  ['a game', { onItsWay: amount }],
  ['the bank', { onItsWayToBank: amount }],
])('home asks more often while money is on its way to %s, for a minute and no longer', (_to, wallet) => {
  const period = createWalletPeriod()
  expect(period(undefined, 0)).toBe(20_000)
  expect(period({}, 1_000)).toBe(20_000)
  expect(period(wallet, 10_000)).toBe(4_000)
  expect(period(wallet, 69_999)).toBe(4_000)
  expect(period(wallet, 70_000)).toBe(20_000)
  expect(period({}, 80_000)).toBe(20_000)
  expect(period(wallet, 90_000)).toBe(4_000)
})
