import { slipReasons } from '@kapao/contract/slip'
import { writeSlipQr } from '@kapao/emv/slip-qr'
import { fromMinorUnits } from '@kapao/money/minor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BankTransfer, TransferLookup } from '../gateways/bank.ts'
import {
  type Evidence,
  judgePicture,
  judgeTransfer,
  LEAST_LOOKS,
  matchAccountNo,
  SLIP_LIFE_MS,
} from './judge.ts'

const UPLOADED_AT = Date.parse('2026-11-21T05:00:00Z')
const good = writeSlipQr({ bankCode: '014', transRef: 'AAA111' })
const other = writeSlipQr({ bankCode: '014', transRef: 'BBB222' })
const spoilt = `${good.slice(0, -4)}0000`
const wallet = '00490002010102010203P2P0314500012345678900408211120269104022e'

const transfer: BankTransfer = {
  transRef: 'AAA111',
  from: { bankCode: 'SCB', bankAccountNo: '9000000001', bankAccountName: 'A B' },
  to: { bankCode: 'KBANK', bankAccountNo: '9991000001' },
  amount: fromMinorUnits(10_000n),
  currency: 'THB',
  at: new Date(UPLOADED_AT - 60_000).toISOString(),
}
const found = (change: Partial<BankTransfer> = {}): TransferLookup => ({
  kind: 'found',
  transfer: { ...transfer, ...change },
})
const fine: Evidence = {
  uploadedAtMs: UPLOADED_AT,
  nowMs: UPLOADED_AT + 1_000,
  looks: 1,
  lookup: found(),
  wrongCaptchas: 0,
  creditedTo: 'nobody',
  receiver: 'ours',
  sender: 'member',
}
const late = { nowMs: UPLOADED_AT + SLIP_LIFE_MS, looks: LEAST_LOOKS }
const old = found({ at: new Date(UPLOADED_AT - SLIP_LIFE_MS - 1).toISOString() })
const lost: TransferLookup = { kind: 'unknown', reason: 'TimeoutError' }
const wrong: TransferLookup = { kind: 'wrong-captcha' }

const picturesRefused = [
  ['UPLOADED_FILE_NOT_EXIST', 'whose picture is gone', { kind: 'missing' }],
  ['IMG_SIZE_UNABLE_TO_PROCESS', 'whose picture is too much to read', { kind: 'too-much' }],
  ['CANNOT_READ_CROPPED_IMAGE', 'without a code', { kind: 'read', texts: [] }],
  ['INVALID_SLIP', 'whose code is something else', { kind: 'read', texts: ['https://kapao.example'] }],
  ['INVALID_SLIP', 'whose checksum is wrong', { kind: 'read', texts: [spoilt] }],
  ['INVALID_SLIP', 'of a wallet that is spoilt', { kind: 'read', texts: [`${wallet.slice(0, -4)}0000`] }],
  ['UNSTABLE_REFNO_ON_SLIP', 'that is read in two ways', { kind: 'read', texts: [good, other] }],
  ['UNSTABLE_REFNO_ON_SLIP', 'that is read rightly and wrongly', { kind: 'read', texts: [good, spoilt] }],
] as const

const transfersRefused: readonly (readonly [string, string, Partial<Evidence>])[] = [
  ['TRIPPLE_WRONG_CAPTCHA', 'after three wrong captchas in a row', { lookup: wrong, wrongCaptchas: 3 }],
  ['SLIP_REFNO_DUPLICATED', 'that was credited to another before', { creditedTo: 'another' }],
  ['EXPIRED_SLIP', 'handed in more than an hour after the transfer', { lookup: old }],
  [
    'EXPIRED_SLIP',
    'that the bank did not come to know within the hour',
    { lookup: { kind: 'not-found' }, ...late },
  ],
  ['EXPIRED_SLIP', 'that was pending for the hour', { lookup: { kind: 'pending' }, ...late }],
  ['DEST_ACC_INVALID', 'of a transfer to somebody else', { receiver: 'not-ours' }],
  ['NOT_MATCH', 'of a transfer by somebody else', { sender: 'other' }],
  ['UNKNOW_ERROR', 'of a masked sender whom nobody told to be the member', { sender: 'unclear', ...late }],
  ['UNKNOW_ERROR', 'about which the bank could not be asked for an hour', { lookup: lost, ...late }],
  ['UNKNOW_ERROR', 'of a code’s payment that the feed never told of', { receiver: 'by-code', ...late }],
  ['UNKNOW_ERROR', 'to a masked account that nobody told to be ours', { receiver: 'unclear', ...late }],
]

describe('a slip is refused', () => {
  it.each(picturesRefused)('with %s: one %s', (reason, _what, picture) => {
    expect(judgePicture(picture)).toEqual({ kind: 'refuse', reason })
  })

  it.each(transfersRefused)('with %s: one %s', (reason, _what, change) => {
    expect(judgeTransfer({ ...fine, ...change })).toEqual({ kind: 'refuse', reason })
  })

  it('with every reason that there is', () => {
    const covered = new Set<string>([...picturesRefused, ...transfersRefused].map(([reason]) => reason))
    expect([...covered].toSorted()).toEqual([...slipReasons].toSorted())
  })

  it('with the first reason in the order, when there are several', () => {
    const all = { creditedTo: 'another', lookup: old, receiver: 'not-ours', sender: 'other' } as const
    const reasonOf = (change: Partial<Evidence>) => judgeTransfer({ ...fine, ...change })
    expect(reasonOf({ ...all, lookup: wrong, wrongCaptchas: 3 })).toMatchObject({
      reason: 'TRIPPLE_WRONG_CAPTCHA',
    })
    expect(reasonOf(all)).toMatchObject({ reason: 'SLIP_REFNO_DUPLICATED' })
    expect(reasonOf({ ...all, creditedTo: 'nobody' })).toMatchObject({ reason: 'EXPIRED_SLIP' })
    expect(reasonOf({ receiver: 'not-ours', sender: 'other' })).toMatchObject({ reason: 'DEST_ACC_INVALID' })
    // What is surely wrong is not waited for, whatever else cannot be told.
    expect(reasonOf({ receiver: 'not-ours', sender: 'unclear' })).toMatchObject({
      reason: 'DEST_ACC_INVALID',
    })
    expect(reasonOf({ receiver: 'unclear', sender: 'other' })).toMatchObject({ reason: 'NOT_MATCH' })
  })
})

it.each<[string, Partial<Evidence>]>([
  ['found, however old', { lookup: old }],
  ['pending', { lookup: { kind: 'pending' } }],
  ['not known', { lookup: { kind: 'not-found' }, ...late }],
  ['behind a wrong captcha', { lookup: wrong, wrongCaptchas: 3 }],
  ['at a bank that does not answer', { lookup: lost, ...late }],
])('a slip of a transfer that was credited to its member has come true where it is %s', (_what, change) => {
  expect(judgeTransfer({ ...fine, ...change, creditedTo: 'member' })).toEqual({ kind: 'credited' })
})

describe('a slip of the wallet', () => {
  const ofWallet = { sendingBank: 'TRUEMONEY', transRef: '50001234567890' }

  it('is not of the registered account, however well it can be read, and its reference is kept for support', () => {
    const refused = { kind: 'refuse', reason: 'NOT_MATCH', ref: ofWallet }
    expect(judgePicture({ kind: 'read', texts: [wallet] })).toEqual(refused)
    expect(judgePicture({ kind: 'read', texts: ['an advert', wallet, wallet] })).toEqual(refused)
  })

  it('beside one of a bank is left alone', () => {
    expect(judgePicture({ kind: 'read', texts: [wallet, good] })).toMatchObject({ kind: 'ask' })
  })
})

describe('a slip', () => {
  it('is asked about when its code is read once or twice alike', () => {
    const ref = { sendingBank: '014', transRef: 'AAA111' }
    expect(judgePicture({ kind: 'read', texts: [good] })).toEqual({ kind: 'ask', ref })
    const asPrinted = good.replace(/.{4}$/, (crc) => crc.toLowerCase())
    expect(judgePicture({ kind: 'read', texts: [good, asPrinted, 'an advert'] })).toEqual({
      kind: 'ask',
      ref,
    })
  })

  it('is credited with what the bank says, to the very end of its hour', () => {
    expect(judgeTransfer(fine)).toEqual({ kind: 'credit', transfer })
    const lastMoment = found({ at: new Date(UPLOADED_AT - SLIP_LIFE_MS).toISOString() })
    expect(judgeTransfer({ ...fine, lookup: lastMoment }).kind).toBe('credit')
  })

  it.each<[string, Partial<Evidence>]>([
    ['one wrong captcha', { lookup: wrong, wrongCaptchas: 1 }],
    ['two wrong captchas', { lookup: wrong, wrongCaptchas: 2 }],
    ['a pending transfer', { lookup: { kind: 'pending' } }],
    ['a transfer that is not known yet', { lookup: { kind: 'not-found' } }],
    ['a bank that does not answer', { lookup: lost }],
    ['the feed, where it alone knows whose code was paid', { receiver: 'by-code' }],
    ['the feed, where the account is masked and may be ours', { receiver: 'unclear' }],
    ['the feed, where the sender is masked and may be the member', { sender: 'unclear' }],
    ['the feed, where both are masked', { sender: 'unclear', receiver: 'unclear' }],
    ['a bank that nobody had asked in its hour', { lookup: lost, ...late, looks: LEAST_LOOKS - 1 }],
    ['the feed that was not read in its hour', { sender: 'unclear', ...late, looks: 1 }],
  ])('waits for %s', (_what, change) => {
    expect(judgeTransfer({ ...fine, ...change }).kind).toBe('wait')
  })

  it('is never credited unless all is right, whatever comes together', () => {
    const evidence = fc.record({
      uploadedAtMs: fc.constant(UPLOADED_AT),
      nowMs: fc.constantFrom(UPLOADED_AT, UPLOADED_AT + SLIP_LIFE_MS * 2),
      looks: fc.constantFrom(1, LEAST_LOOKS),
      lookup: fc.constantFrom<TransferLookup>(
        found(),
        old,
        wrong,
        lost,
        { kind: 'pending' },
        { kind: 'not-found' },
      ),
      wrongCaptchas: fc.nat(5),
      creditedTo: fc.constantFrom('nobody', 'member', 'another'),
      receiver: fc.constantFrom<Evidence['receiver']>('ours', 'by-code', 'unclear', 'not-ours'),
      sender: fc.constantFrom<Evidence['sender']>('member', 'other', 'unclear'),
    })
    fc.assert(
      fc.property(evidence, (one) => {
        const isRight =
          one.lookup.kind === 'found' &&
          one.lookup !== old &&
          one.creditedTo === 'nobody' &&
          one.receiver === 'ours' &&
          one.sender === 'member'
        expect(judgeTransfer(one).kind === 'credit').toBe(isRight)
      }),
    )
  })
})

describe('an account number as a bank tells it', () => {
  it.each([
    ['9000000001', 'same'],
    ['900-0-00000-1', 'same'],
    ['9000000002', 'other'],
    ['xxx-x-x0000-x', 'unclear'],
    ['XXX-X-X0000-1', 'unclear'],
    ['*******001', 'unclear'],
    ['xxx-x-x1234-x', 'other'],
    ['xxxx1', 'unclear'],
    ['x-0001', 'unclear'],
    ['x-0002', 'other'],
    ['9000-xx', 'unclear'],
    ['9001-xx', 'other'],
    ['90x-xxx-x-xx-x01', 'unclear'],
    ['x-0001-0001', 'other'],
    ['', 'other'],
    ['somebody', 'other'],
    ['9x0x0x1', 'unclear'],
    ['x9x', 'unclear'],
    ['90000x00001', 'unclear'],
    ['900000x000001', 'other'],
    ['x00000000x', 'unclear'],
    ['0x', 'other'],
    ['*', 'unclear'],
  ])('%s is %s', (told, match) => {
    expect(matchAccountNo(told, '9000000001')).toBe(match)
  })

  it('fits as a pattern would in which each hidden digit, or each run of them, is any', () => {
    const told = fc.string({ unit: fc.constantFrom('0', '1', 'x', '*'), maxLength: 8 })
    const known = fc.string({ unit: fc.constantFrom('0', '1', 'a'), maxLength: 6 })
    fc.assert(
      fc.property(told, known, (mask, number) => {
        const pattern =
          mask.length === number.length ? mask.replace(/[x*]/g, '\\d') : mask.replace(/[x*]+/g, '\\d*')
        const isFitting = /[x*]/.test(mask) && new RegExp(`^${pattern}$`).test(number)
        const match = mask === number ? 'same' : isFitting ? 'unclear' : 'other'
        expect(matchAccountNo(mask, number)).toBe(match)
      }),
      { numRuns: 5_000 },
    )
  })
})
