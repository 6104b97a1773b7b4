import { expect, test } from 'vitest'
import { bankOptions } from './bank-options.ts'

test('KBank and KTB come first in Thailand, marked as recommended', () => {
  const banks = ['BBL', 'KTB', 'SCB', 'KBANK'].map((code) => ({ code, nameTH: code, nameEN: code }))
  expect(bankOptions(banks, 'en', 'Recommended')).toEqual([
    { value: 'KTB', label: 'KTB\u00a0· Recommended' },
    { value: 'KBANK', label: 'KBANK\u00a0· Recommended' },
    { value: 'BBL', label: 'BBL' },
    { value: 'SCB', label: 'SCB' },
  ])
})
