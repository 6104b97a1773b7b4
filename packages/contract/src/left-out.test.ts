import * as v from 'valibot'
import { expect, it } from 'vitest'
import { getProfile } from './account.ts'
import { checkMinimumBonus, listBonuses } from './bonus.ts'
import { calls } from './calls.ts'
import { lookupDeposit } from './lookup.ts'
import { profile } from './member.ts'
import { claimCoupon, listCoupons, setupWheel } from './spinwheel.ts'
import { getWallet } from './wallet.ts'

const createdAt = '2026-11-02T03:04:05.000Z'
const bank = { nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank' }

it('a way to pay in that another server does not have takes none of the others with it', () => {
  const account = { bankCode: 'KTB', bankType: 'BANK', mode: 'AUTO', bankAccountName: 'K', bank }
  const banks = [{ ...account, bankAccountNo: '1' }]
  for (const wallets of [null, undefined, []])
    expect(v.parse(lookupDeposit.answer, { banks, wallets, isManual: false })).toMatchObject({
      banks: [{ bankAccountNo: '1' }],
      wallets: [],
    })
  const wallets = [{ walletAccountName: 'K', mode: 'AUTO' }]
  expect(v.parse(lookupDeposit.answer, { wallets, isManual: true })).toMatchObject({ banks: [], wallets })
})

it('a bonus of which the member has no part yet is a bonus, however that is said', () => {
  const bonus = { code: 'B', type: 'day', maxReceived: 1, percentFail: 0 }
  const userBonus = { _id: 'ub-1', isActive: true }
  const bonuses = [
    { ...bonus, banners: null, userBonus: null },
    bonus,
    { ...bonus, userBonus: { ...userBonus, received: null } },
    { ...bonus, userBonus },
  ]
  const chosen = { ...userBonus, received: [] }
  const read = v.parse(listBonuses.answer, { bonuses }).bonuses
  expect(read.map((one) => one.userBonus)).toEqual([null, null, chosen, chosen])
  expect(read.map(({ banners }) => banners)).toEqual([[], [], [], []])
  // Whether it may be left is what the question needs.
  expect(v.parse(checkMinimumBonus.answer, { status: true, amount: null })).toEqual({ status: true })
})

it('a wheel that is none needs neither a name nor slices, and one of which a slice cannot be read is none', () => {
  const slice = { code: 'A', label: 'A', bgColor: '#fff', textColor: '#000' }
  for (const wheel of [{ name: null, slices: null }, {}])
    expect(v.parse(setupWheel.answer, { ...wheel, userCoin: 2 })).toMatchObject({ name: '', slices: [] })
  expect(v.is(setupWheel.answer, { name: 'W', slices: [slice, {}], userCoin: 2 })).toBe(false)
})

it('a member without a bank account has a wallet and a profile all the same', () => {
  const mali = { _id: 'm-1', name: 'Mali', username: '0812345678', createdAt }
  const none = { bankCode: '', bankAccountName: '', bankAccountNo: '', bank: { nameTH: '', nameEN: '' } }
  const wallet = { amount: 1 }
  const invite = { amount: 0, success: 0, fail: 0 }
  for (const bankAccount of [null, undefined, { bankAccountName: null, bankAccountNo: null, bank: null }]) {
    const said = { profile: mali, bankAccount, wallet, invite, slots: [] }
    expect(v.parse(getWallet.answer, said).bankAccount).toEqual(none)
    expect(v.parse(getProfile.answer, { profile: mali, bankAccount }).bankAccount).toEqual(none)
  }
})

it('an operator who pays no invite bonus has a wallet all the same, and one that is half told is none', () => {
  const mali = { _id: 'm-1', name: 'Mali', username: '0812345678', createdAt }
  const said = { profile: mali, bankAccount: null, wallet: { amount: 1 }, slots: [] }
  for (const invite of [null, undefined, {}, { amount: 0, success: null, fail: null }, { amount: 5 }])
    expect(v.parse(getWallet.answer, { ...said, invite }).invite).toEqual({ amount: 0n, success: 0, fail: 0 })
})

it('an account to pay into needs no name of its bank, and a code no number, however its kind is written', () => {
  const account = {
    bankCode: 'KTB',
    bankType: 'BANK',
    mode: 'AUTO',
    bankAccountName: 'K',
    bankAccountNo: '1',
  }
  const code = { ...account, bankType: 'qr', bankAccountNo: null }
  const nameless = { ...account, mode: null, bankAccountName: null }
  const banks = [account, { ...account, bank: null }, code, nameless, { ...account, bankAccountNo: null }]
  expect(v.parse(lookupDeposit.answer, { banks, isManual: false }).banks).toMatchObject([
    { bank: { nameTH: '', nameEN: '' } },
    { bank: { nameTH: '', nameEN: '' } },
    { bankType: 'qr', bankAccountNo: '' },
    { mode: '', bankAccountName: '' },
  ])
})

it('since when a member has been one is said beside the rest, and takes none of it with it', () => {
  const mali = { _id: 'm-1', name: 'Mali', username: '0812345678' }
  for (const said of [null, '01/11/2026', undefined])
    expect(v.parse(profile, { ...mali, createdAt: said })).toMatchObject({ ...mali, createdAt: '' })
})

it('a prize that is no amount of anything is one all the same, and so is its claim', () => {
  const coupon = { _id: 'c-1', prize: { name: 'A telephone', slice: 'A' } }
  const coupons = [coupon, { ...coupon, amount: null }]
  expect(v.parse(listCoupons.answer, { coupons }).coupons.map(({ amount }) => amount)).toEqual([0n, 0n])
  expect(v.is(claimCoupon.answer, { success: true })).toBe(true)
})

it('what is no answer of a call is none, however much of it may be left out', () => {
  for (const call of calls.values()) {
    for (const said of [{}, { message: 'Come back later' }, [], null])
      expect(v.is(call.answer, said), `${call.path} ${JSON.stringify(said)}`).toBe(false)
  }
})
