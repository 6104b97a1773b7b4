import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { sendOtp } from './account.ts'
import { checkMinimumBonus, listBonuses } from './bonus.ts'
import { conversation, readMessage } from './chat.ts'
import { listInvites } from './invite.ts'
import {
  lookupAgreements,
  lookupBanks,
  lookupConditions,
  lookupContact,
  lookupDeposit,
  lookupInfo,
  lookupSources,
} from './lookup.ts'
import { bankAccount, profile } from './member.ts'
import { promotion } from './promotion.ts'
import { qrState } from './qrcode.ts'
import { checkRefund, listRefunds } from './refund.ts'
import { listSlips } from './slip.ts'
import { listCoupons, wheelSlice } from './spinwheel.ts'
import { listStatements } from './statement.ts'
import { money, requestedMoney } from './values.ts'
import { getGameAccount, refreshSlots } from './wallet.ts'

const createdAt = '2026-11-02T03:04:05.000Z'

it('reads amounts with the noise of a float as what they mean, and takes none that is asked for', () => {
  for (const [told, meant] of [
    [0.1 + 0.2, 30n],
    [1234.5600000000004, 123_456n],
    [0.1 + 0.2 - 0.3, 0n],
    [-19.99 * 3, -5997n],
  ] as const) {
    expect(v.parse(money, told)).toBe(meant)
  }
  for (const amount of [1.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY])
    expect(v.is(money, amount)).toBe(false)
  expect(v.is(requestedMoney, 0.1 + 0.2)).toBe(false)
})

it('a game of another category, without pictures or addresses, is a game; one whose credits cannot be read is left out', () => {
  const game = { code: 'PG', name: 'Lotus', amount: 1, isActive: true, ftWalletSlot: 1 }
  const slots = [
    { ...game, category: 'fishing', logo: null, background: null, web: 1 },
    { ...game, code: 'ODD', category: 'slot', logo: '', background: '', amount: '12' },
  ]
  const read = v.parse(refreshSlots.answer, { slots }).slots
  expect(read).toMatchObject([{ code: 'PG', logo: '', background: '', web: null, android: null, ios: null }])
  expect(read[0]?.category).toBeUndefined()
})

it('a game that holds nothing yet may say so as nothing', () => {
  const game = { code: 'PG', name: 'Lotus', category: 'slot', isActive: false, ftWalletSlot: 1 }
  const slots = [game, { ...game, amount: null }, { ...game, amount: '0' }]
  expect(v.parse(refreshSlots.answer, { slots }).slots.map(({ amount }) => amount)).toEqual([0n, 0n])
})

it('a game that is not open yet needs no ratio, one that is does', () => {
  const game = { code: 'PG', name: 'Lotus', category: 'slot', amount: 0, logo: '', background: '' }
  const slots = [
    { ...game, isActive: false, ftWalletSlot: null },
    { ...game, isActive: false, ftWalletSlot: 0 },
    { ...game, code: 'ODD', isActive: true, ftWalletSlot: 0 },
    { ...game, code: 'SUM', isActive: true, ftWalletSlot: 0.1 + 0.2 },
  ]
  const read = v.parse(refreshSlots.answer, { slots }).slots
  expect(read.map(({ code }) => code)).toEqual(['PG', 'PG', 'SUM'])
})

it('a row of a kind that is not known takes no other with it', () => {
  const row = { _id: 's-1', status: 'SUCCESS', from: 'BANK', to: 'WALLET', amount: 1, createdAt }
  const statements = [
    { ...row, statementType: 'cashback' },
    { ...row, _id: 's-2', statementType: 'deposit', amount: null },
    { ...row, _id: 's-3', statementType: 'deposit' },
  ]
  const read = v.parse(listStatements.answer, { total: 3, statements }).statements
  expect(read.map(({ _id, statementType }) => [_id, statementType])).toEqual([
    ['s-1', undefined],
    ['s-3', 'deposit'],
  ])
  const bonus = { code: 'B', type: 'month', maxReceived: 1, percentFail: 0, banners: [], userBonus: null }
  expect(v.parse(listBonuses.answer, { bonuses: [bonus, {}] }).bonuses).toHaveLength(1)
  const slip = { _id: 'sl-1', createdAt, amount: null, status: 'PENDING' }
  expect(v.parse(listSlips.answer, { total: 1, slips: [slip] }).slips).toMatchObject([{ amount: 0n }])
})

const bank = { nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank' }

it('a bank with a Thai name alone is a bank, and a row of the lookups that cannot be read takes no other with it', () => {
  const banks = [
    { code: 'KTB', ...bank, nameLA: null },
    { code: null },
    { code: 'BBL', ...bank },
    { code: 'SCB', nameTH: 'ธนาคารไทยพาณิชย์' },
  ]
  const listed = v.parse(lookupBanks.answer, { banks }).banks
  expect(listed.map(({ code, nameEN }) => [code, nameEN])).toEqual([
    ['KTB', 'Krungthai Bank'],
    ['BBL', 'Krungthai Bank'],
    ['SCB', ''],
  ])
  const sources = [
    { code: 'FB', description: null },
    { code: 'LINE', description: 'LINE' },
  ]
  expect(v.parse(lookupSources.answer, { sources }).sources).toHaveLength(1)
  const texts = [null, '<p>1</p>']
  expect(v.parse(lookupConditions.answer, { conditions: texts }).conditions).toEqual(['<p>1</p>'])
  expect(v.parse(lookupAgreements.answer, { agreements: texts }).agreements).toEqual(['<p>1</p>'])
})

it('of the accounts to pay in to the one that cannot be read is left out, and one without a currency is kept', () => {
  const account = { bankCode: 'KTB', bankType: 'BANK', mode: 'AUTO', bankAccountName: 'K', bank }
  const banks = [
    { ...account, bankAccountNo: '1', currency: null },
    { ...account, bankAccountNo: '2' },
    { ...account, bankAccountNo: null },
    { ...account, bankAccountNo: '4', currency: 'LAK' },
    { ...account, bankType: 'QR', bankAccountNo: null },
  ]
  const wallets = [{ mode: 'AUTO' }, { walletAccountName: 'K', mode: 'AUTO', walletAccountNo: null }]
  const read = v.parse(lookupDeposit.answer, { banks, wallets, isManual: false })
  expect(read.banks.map(({ bankAccountNo, currency }) => [bankAccountNo, currency])).toEqual([
    ['1', undefined],
    ['2', undefined],
    ['4', 'LAK'],
    ['', undefined],
  ])
  expect(read.wallets).toHaveLength(1)
})

it('words that another server leaves out, or says as nothing, are empty', () => {
  expect(v.parse(qrState, { hasQrcode: false, message: null })).toMatchObject({ message: '' })
  const account = { bankCode: null, bankAccountName: 'K', bankAccountNo: '1', bank }
  expect(v.parse(bankAccount, account).bankCode).toBe('')
  const contact = { contactText: null, lineLink: null, lineName: 'kapao' }
  expect(v.parse(lookupContact.answer, contact)).toEqual({
    contactText: '',
    lineLink: '',
    lineName: 'kapao',
    lineQR: '',
  })
})

it('words beside the figures that are said as nothing take no figure with them', () => {
  const account = {
    bankCode: 'KTB',
    bankAccountName: 'K',
    bankAccountNo: '1',
    bank: { ...bank, nameEN: null },
  }
  expect(v.parse(bankAccount, account).bank).toEqual({ ...bank, nameEN: '' })
  const mali = { _id: 'm-1', name: 'Mali', username: '0812345678', coin: null, createdAt }
  expect(v.parse(profile, mali).coin).toBe(0)
  const slice = { code: 'A', label: 'A', bgColor: '#fff', textColor: '#000', htmlDescription: null }
  expect(v.parse(wheelSlice, slice).htmlDescription).toBe('')
  const refund = {
    result: true,
    bonus: false,
    refundAmount: 25,
    refundSuccess: 100,
    refundFail: 10,
    info: null,
  }
  expect(v.parse(checkRefund.answer, refund)).toMatchObject({ info: '', refundAmount: 2500n })
  expect(v.parse(lookupInfo.answer, { name: 'Operator', website: null }).website).toBe('')
  expect(v.parse(promotion, { code: 'SONGKRAN', percentFail: 10, description: null }).description).toBe('')
  const media = { url: true, fileType: 'image', filePath: 'https://x' }
  for (const payload of [media, { ...media, message: null }])
    expect(readMessage({ message_type: 'media', payload })).toMatchObject({ payload: { message: '' } })
})

describe('a message of another server’s chat', () => {
  const unknown = { title: 'Rate us', type: 'flow', payload: { screen: 7 } }
  const other = { title: 'Rate us', type: 'other', payload: '' }
  const postback = { title: 'Yes', type: 'postback', payload: 'YES' }

  it.each(['buttons', 'quick_replies'])('keeps its text whatever its %s are, and their titles', (kind) => {
    const sent = (list: unknown) => ({ message_type: kind, payload: { text: 'Hello', [kind]: list } })
    const read = (list: unknown) => readMessage(sent(list))
    expect(read([unknown, postback])).toEqual(sent([other, postback]))
    expect(read([{ ...postback, payload: null }])).toEqual(sent([{ ...postback, payload: '' }]))
    expect(read([{ type: 'web' }, postback])).toEqual(sent([postback]))
    expect(read(null)).toEqual(sent([]))
    expect(read(undefined)).toEqual(sent([]))
    expect(readMessage({ message_type: kind, payload: { text: 'Hello' } })).toEqual(sent([]))
  })

  it('keeps the cards that can be read; where none can, it is none', () => {
    const card = { image_url: '', title: 'A game', subtitle: '', buttons: [unknown] }
    const read = (...elements: unknown[]) => readMessage({ message_type: 'generic', payload: { elements } })
    expect(read({ image_url: '' }, card)).toEqual({
      message_type: 'generic',
      payload: { elements: [{ ...card, buttons: [other] }] },
    })
    expect(read({ image_url: '' })).toBeNull()
  })

  it('keeps a medium of an unknown kind as a file', () => {
    const payload = { message: 'Listen', url: true, filePath: 'https://x/a.mp3' }
    for (const fileType of ['audio', null, undefined])
      expect(readMessage({ message_type: 'media', payload: { ...payload, fileType } })).toMatchObject({
        payload: { ...payload, fileType: 'file' },
      })
  })
})

it('a number that is verified needs no token of a code, one that is not does', () => {
  expect(v.parse(sendOtp.answer, { code: 'OTP_VERIFIED' })).toMatchObject({ otpRef: '', otpToken: '' })
  expect(v.parse(sendOtp.answer, { code: 'OTP_VERIFIED', otpRef: null, otpToken: null })).toBeDefined()
  expect(v.parse(sendOtp.answer, { code: 'OK', otpToken: 'token', otpRef: null })).toMatchObject({
    otpRef: '',
  })
  expect(v.is(sendOtp.answer, { code: 'OK', otpRef: 'ABCD' })).toBe(false)
})

it('what only our server says is no answer’s undoing where another says it as nothing', () => {
  expect(v.parse(checkMinimumBonus.answer, { status: true, amount: 1, taken: null }).taken).toBeUndefined()
  expect(v.parse(refreshSlots.answer, { slots: [], failed: null }).failed).toEqual([])
  const login = { username: 'u', password: 'p' }
  expect(v.parse(getGameAccount.answer, login).event).toBeNull()
  const media = { message: '', url: true, fileType: 'image', filePath: 'https://x', width: null }
  expect(readMessage({ message_type: 'media', payload: media })).not.toBeNull()
  const said = { sender: 'agent', message: { message_type: 'text', payload: {} }, createdAt, _id: null }
  expect(v.parse(conversation, said)._id).toBeUndefined()
})

it('a list of which no row can be read is no answer, and is not told as empty', () => {
  const total = 2
  for (const [answer, empty, unread] of [
    [listStatements.answer, { total, statements: [] }, { total, statements: [{}, {}] }],
    [listSlips.answer, { total, slips: [] }, { total, slips: [{}] }],
    [listInvites.answer, { total, invites: [] }, { total, invites: [{}] }],
    [listRefunds.answer, { total, refunds: [] }, { total, refunds: [{}] }],
    [listCoupons.answer, { coupons: [] }, { coupons: [{}] }],
    [listBonuses.answer, { bonuses: [] }, { bonuses: [{}] }],
    // Not every server tells how many slips there are.
    [listSlips.answer, { slips: [] }, { slips: [{}] }],
  ] as const) {
    expect(v.is(answer, empty)).toBe(true)
    expect(v.is(answer, unread)).toBe(false)
  }
  // What stands beside others leaves them what they are.
  expect(v.is(refreshSlots.answer, { slots: [{}] })).toBe(true)
})

it('an empty list is one as null, too; what is no list at all is still no answer', () => {
  expect(v.parse(listStatements.answer, { total: 0, statements: null }).statements).toEqual([])
  expect(v.parse(refreshSlots.answer, { slots: null }).slots).toEqual([])
  for (const statements of [{}, '', 0, false])
    expect(v.is(listStatements.answer, { total: 0, statements }), String(statements)).toBe(false)
  expect(v.is(listStatements.answer, { total: 0 })).toBe(false)
})
