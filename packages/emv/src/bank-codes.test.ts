import { expect, it } from 'vitest'
import { bankNames, bankSymbol, isSameBank, sendingBankOf } from './bank-codes.ts'

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

it('the names of a bank are told from those of others', () => {
  expect(bankNames('TTB')).toEqual(['011', 'TMB', 'TTB'])
  expect(bankNames('BCEL')).toEqual(['BCEL'])
  expect(isSameBank('IBANK', 'ISBT')).toBe(true)
  expect(isSameBank('TMB', 'KTB')).toBe(false)
})
