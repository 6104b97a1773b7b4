import { describe, expect, it } from 'vitest'
import { type DepositAccount, depositWays } from './deposit-ways.ts'

const bank: DepositAccount = {
  bankCode: 'SCB',
  bankType: 'BANK',
  mode: 'AUTO',
  bankAccountName: 'Kapao',
  bankAccountNo: '9991000001',
  currency: 'THB',
  bank: { nameTH: 'ไทยพาณิชย์', nameEN: 'SCB' },
}
const qr = (provider: string): DepositAccount => ({ ...bank, bankCode: provider, bankType: 'QR' })
const ways = (banks: DepositAccount[], isManual = false) =>
  depositWays({ banks, wallets: [], isManual }, 'THB').map((way) => way.key)

describe('the ways to pay in', () => {
  it('are the three QR providers and the bank accounts, each once', () => {
    expect(ways([bank, qr('WW'), qr('KBANK'), qr('KBANK'), qr('PAYTIMZ'), bank])).toEqual([
      'KBANK',
      'WW',
      'PAYTIMZ',
      'bank',
    ])
  })

  it('leave out a QR provider that nobody knows', () => {
    expect(ways([qr('ELSE'), bank])).toEqual(['bank'])
  })

  it('are plain accounts when staff credit by hand, for all or for one', () => {
    expect(ways([bank, { ...qr('KBANK'), bankAccountNo: '' }], true)).toEqual(['manual'])
    expect(ways([bank, { ...bank, mode: 'MANUAL' }])).toEqual(['bank', 'manual'])
  })

  it('leave out accounts in another currency than the member’s', () => {
    const inKip = { ...bank, currency: 'LAK' }
    // The Thai build knows one currency, so an unknown one counts as it.
    expect(depositWays({ banks: [inKip], wallets: [], isManual: false }, 'LAK')).toEqual([])
  })

  it('are none when the operator has none', () => {
    expect(ways([])).toEqual([])
  })
})
