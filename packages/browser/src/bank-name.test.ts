import { describe, expect, it } from 'vitest'
import { bankNameIn } from './bank-name.ts'

const bank = { nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank', nameLA: 'ທະນາຄານກຸງໄທ' }

describe('the name of a bank', () => {
  it.each([
    ['th', 'ธนาคารกรุงไทย'],
    ['la', 'ທະນາຄານກຸງໄທ'],
    ['en', 'Krungthai Bank'],
  ] as const)('is the one in the reader’s language: %s', (locale, name) => {
    expect(bankNameIn(locale, bank)).toBe(name)
  })

  it('is the English one where there is none in Lao', () => {
    expect(bankNameIn('la', { nameTH: bank.nameTH, nameEN: bank.nameEN })).toBe('Krungthai Bank')
  })

  it('is the other one where only one is given', () => {
    expect(bankNameIn('th', { nameTH: '', nameEN: 'WW' })).toBe('WW')
    expect(bankNameIn('en', { nameTH: bank.nameTH, nameEN: '' })).toBe(bank.nameTH)
    expect(bankNameIn('la', { nameTH: bank.nameTH, nameEN: '' })).toBe(bank.nameTH)
  })
})
