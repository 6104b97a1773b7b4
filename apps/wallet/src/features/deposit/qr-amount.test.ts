import type { QrProvider } from '@kapao/contract/qrcode'
import type { Currency } from '@kapao/contract/values'
import { fromMinorUnits } from '@kapao/money/minor'
import { expect, it } from 'vitest'
import { judgeQrAmount } from './qr-amount.ts'

const judge = (typed: string, key: QrProvider, currency: Currency) =>
  judgeQrAmount(typed, { key, account: {} }, currency)

it.each([
  ['KBANK', '', 'idle'],
  ['KBANK', '0', 'idle'],
  ['KBANK', '0.99', 'below'],
  ['KBANK', '1', 'ready'],
  ['WW', '0', 'idle'],
  ['WW', '99.99', 'below'],
  ['WW', '100', 'ready'],
  ['KBANK', '100,000,000', 'ready'],
  ['KBANK', '100,000,000.01', 'above'],
  ['PAYTIMZ', '9'.repeat(20), 'above'],
  ['PAYTIMZ', '9.99', 'idle'],
  ['PAYTIMZ', '10', 'ready'],
] as const)('a %s code of %s baht is %s', (provider, typed, kind) => {
  expect(judge(typed, provider, 'THB').kind).toBe(kind)
})

it('reads what Thai and comma keyboards type', () => {
  const ready = { kind: 'ready', amount: fromMinorUnits(100_050n) }
  expect(judge('๑,๐๐๐.๕', 'KBANK', 'THB')).toEqual(ready)
  expect(judge('1000,5', 'KBANK', 'THB')).toEqual(ready)
})

it('says that it cannot read an amount instead of guessing one', () => {
  expect(judge('1.234,50', 'KBANK', 'THB')).toEqual({ kind: 'idle', unreadable: true })
})

it('has minimums of its own in kip', () => {
  expect(judge('99999', 'WW', 'LAK').kind).toBe('below')
  expect(judge('100000', 'WW', 'LAK').kind).toBe('ready')
})

it.each(['10000.5', '10000,50', '10.000'])('refuses %s kip, which no coin can pay', (typed) => {
  expect(judge(typed, 'KBANK', 'LAK')).toEqual({ kind: 'idle', unreadable: true })
  expect(judge('10,000.00', 'KBANK', 'LAK').kind).toBe('ready')
})

it('asks for no less than the operator wants', () => {
  const minDeposit = fromMinorUnits(5_000n)
  const ofOperator = (typed: string) => judgeQrAmount(typed, { key: 'KBANK', account: { minDeposit } }, 'THB')
  expect(ofOperator('49.99')).toEqual({ kind: 'below', minimum: minDeposit })
  expect(ofOperator('50').kind).toBe('ready')
})
