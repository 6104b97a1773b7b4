import { expect, it } from 'vitest'
import { bankSymbol, sendingBankOf } from './bank-codes.ts'

it.each([
  ['SCB', 'SCB', '014'],
  ['TMB', 'TMB', '011'],
  ['TTB', 'TMB', '011'],
  ['ISBT', 'ISBT', '066'],
  ['IBANK', 'ISBT', '066'],
  ['SMBC', 'SMBC', '018'],
  ['SCBT', 'SCBT', '020'],
  ['HSBC', 'HSBC', '031'],
  ['BCEL', 'BCEL', 'BCEL'],
  ['toString', 'toString', 'toString'],
])('%s is our %s, and %s to who looks its transfers up', (code, symbol, sendingBank) => {
  expect(bankSymbol(code)).toBe(symbol)
  expect(sendingBankOf(code)).toBe(sendingBank)
})

it('three digits are read as the bank that has them, and sent as they are', () => {
  expect(bankSymbol('014')).toBe('SCB')
  expect(sendingBankOf('014')).toBe('014')
  expect(bankSymbol('999')).toBe('999')
})
