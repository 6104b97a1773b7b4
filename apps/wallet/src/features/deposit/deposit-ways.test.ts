import { describe, expect, it, vi } from 'vitest'
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
  depositWays({ banks, wallets: [], isManual }, 'THB', false).map((way) => way.key)

describe('the ways to pay in', () => {
  it('are the three QR providers and the bank accounts, each once', () => {
    expect(ways([bank, qr('WW'), qr('KBANK'), qr('KBANK'), qr('PAYTIMZ'), bank])).toEqual([
      'KBANK',
      'WW',
      'PAYTIMZ',
      'bank',
    ])
  })

  it('are a plain account where no code is made for one of QR, by its number', () => {
    const [other, second] = [qr('ELSE'), { ...qr('KBANK'), bankAccountNo: '9991000002' }]
    const lookup = { banks: [qr('KBANK'), other, second], wallets: [], isManual: false }
    expect(depositWays(lookup, 'THB', false)).toEqual([
      { key: 'KBANK', account: qr('KBANK') },
      { key: 'bank', accounts: [other, second] },
    ])
    expect(ways([{ ...other, bankAccountNo: '' }])).toEqual([])
  })

  it('are plain accounts when staff credit by hand, for all or for one', () => {
    expect(ways([bank, { ...qr('KBANK'), bankAccountNo: '' }], true)).toEqual(['manual'])
    expect(ways([bank, { ...bank, mode: 'MANUAL' }])).toEqual(['bank', 'manual'])
    // One of QR that has a number is paid into by it.
    expect(depositWays({ banks: [qr('KBANK')], wallets: [], isManual: true }, 'THB', false)).toEqual([
      { key: 'manual', accounts: [qr('KBANK')], wallets: [] },
    ])
  })

  it('leave out accounts in another currency than the member’s', () => {
    const inKip = { ...bank, currency: 'LAK' }
    expect(ways([inKip])).toEqual([])
    expect(ways([{ ...bank, currency: 'USD' }])).toEqual([])
    for (const currency of ['thb', ' Baht ', '', ' ', undefined])
      expect(ways([{ ...bank, currency }])).toEqual(['bank'])
  })

  it('are in the currency of the wallet, and where its server names none in the one of all accounts that it gave', async () => {
    vi.stubEnv('VITE_KAPAO_REGION', 'la')
    vi.resetModules()
    const laos = await import('./deposit-ways.ts')
    vi.unstubAllEnvs()
    const [inBaht, inKip] = ['BAHT', 'LAK'].map((currency) => ({ ...bank, currency }))
    if (!inBaht || !inKip) throw new Error('no account')
    const given = (...banks: DepositAccount[]) => ({ banks, wallets: [], isManual: false })
    const ways = (ofWallet: string | undefined, ...banks: DepositAccount[]) =>
      laos.depositWays(given(...banks), laos.depositCurrency(ofWallet, given(...banks)), false)
    expect(ways(undefined, inBaht)).toEqual([{ key: 'bank', accounts: [inBaht] }])
    expect(laos.depositCurrency(undefined, given(inBaht, { ...inBaht, currency: 'THB' }))).toBe('BAHT')
    expect(ways('LAK', inBaht)).toEqual([])
    const inDollars = { ...inBaht, currency: 'USD' }
    const inSmallKip = { ...inKip, currency: 'lak' }
    expect(ways('LAK', inDollars, inSmallKip)).toEqual([{ key: 'bank', accounts: [inSmallKip] }])
    expect(ways(undefined, inDollars)).toEqual([])
    expect(ways('BAHT', inBaht, inKip)).toEqual([{ key: 'bank', accounts: [inBaht] }])
    // One that nobody here pays into says nothing of theirs, and blanks name no currency.
    expect(ways(undefined, inDollars, inBaht)).toEqual([{ key: 'bank', accounts: [inBaht] }])
    expect(ways(' ', inBaht)).toEqual([{ key: 'bank', accounts: [inBaht] }])
    // Whose accounts are in either is of the currency that a wallet is in without a word.
    expect(ways(undefined, inBaht, inKip)).toEqual([{ key: 'bank', accounts: [inKip] }])
    expect(laos.depositCurrency(undefined, undefined)).toBe('LAK')
  })

  it('take gift links for automatic wallets, in baht alone', () => {
    const wallet = { walletAccountName: 'Kapao', walletAccountNo: '0700000001', mode: 'AUTO' }
    const second = { ...wallet, walletAccountNo: '0700000002' }
    const lookup = { banks: [], wallets: [{ ...wallet, mode: 'MANUAL' }, wallet, second], isManual: false }
    expect(depositWays(lookup, 'BAHT', false)).toEqual([
      { key: 'truelink', wallets: [wallet] },
      { key: 'manual', accounts: [], wallets: [{ ...wallet, mode: 'MANUAL' }] },
    ])
    expect(depositWays(lookup, 'LAK', false)).toEqual([])
    expect(depositWays({ ...lookup, isManual: true }, 'THB', false).map((way) => way.key)).toEqual(['manual'])
  })

  it('end with the slip, where slips are taken', () => {
    expect(
      depositWays({ banks: [bank], wallets: [], isManual: true }, 'THB', true).map(({ key }) => key),
    ).toEqual(['manual', 'slip'])
  })

  it('are none when the operator has none', () => {
    expect(ways([])).toEqual([])
  })
})
