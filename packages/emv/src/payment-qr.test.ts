import { fromMinorUnits, toDecimalText } from '@kapao/money/minor'
import fc from 'fast-check'
import { generate, parse, validate } from 'promptparse'
import { describe, expect, it } from 'vitest'
import { writeLaoQr } from './lao-qr.ts'
import { readPaymentQr } from './payment-qr.ts'
import { writeThaiBillPayment } from './thai-qr.ts'
import { crcText } from './tlv.ts'

const PROMPTPAY = '00020101021229370016A0000006770101110113006681234567853037645802TH5406100.0063041123'
const BILL =
  '00020101021230670016A00000067701011201150107536000315080215DEP0000000000010305P102453037645802TH5406150.256304E818'
const LAO =
  '00020101021238760016A00526628466257701081234567802030020316TESTRECEIVER00010413179500000000052045221530341854055000062110107DEP00015802LA63048280'
const ONEPAY =
  '00020101021133350004BCEL0106ONEPAY0213mch00000000015204573253034185405500005802LA6003VTE62320104INV10503TX10702T10807DEPOSIT6304EC28'

const reference = fc.stringMatching(/^[A-Z0-9]{1,20}$/)
const amount = fc.bigInt({ min: 1n, max: 10_000_000_000n }).map(fromMinorUnits)

function withChecksum(body: string): string {
  return body + crcText(body)
}

describe('reading the published codes', () => {
  it('reads a PromptPay code', () => {
    expect(readPaymentQr(PROMPTPAY)).toEqual({
      ok: true,
      scheme: 'thai-promptpay',
      proxy: 'phone',
      receiver: '0812345678',
      reference: null,
      amount: 10_000n,
      currency: 'THB',
    })
  })

  it('reads a Thai bill payment', () => {
    expect(readPaymentQr(BILL)).toEqual({
      ok: true,
      scheme: 'thai-bill',
      billerId: '010753600031508',
      reference: 'DEP000000000001',
      reference2: 'P1024',
      amount: 15_025n,
      currency: 'THB',
    })
  })

  it('reads a LAO QR', () => {
    expect(readPaymentQr(LAO)).toEqual({
      ok: true,
      scheme: 'lao-qr',
      iin: '12345678',
      receiverId: 'TESTRECEIVER0001',
      reference: 'DEP0001',
      expiresAtMs: 1_795_000_000_000,
      amount: 5_000_000n,
      currency: 'LAK',
    })
  })

  it('reads a BCEL OnePay code', () => {
    const read = readPaymentQr(ONEPAY)
    expect(read).toMatchObject({
      ok: true,
      scheme: 'lao-onepay',
      merchantId: 'mch0000000001',
      reference: 'INV1',
    })
    expect(read).toMatchObject({ amount: 5_000_000n, currency: 'LAK' })
  })

  it.each([
    ['0801234567', '6197'],
    ['0891234567', '29C1'],
  ])('reads the static code of the phone %s', (phone, checksum) => {
    const text = generate.anyId({ type: 'MSISDN', target: phone })
    expect(readPaymentQr(text)).toMatchObject({ ok: true, receiver: phone, amount: null })
    const classic = `00020101021129370016A000000677010111011300${phone.replace(/^0/, '66')}5802TH53037646304`
    expect(readPaymentQr(classic + checksum)).toMatchObject({ ok: true, receiver: phone, amount: null })
  })

  it('reads national ids and e-wallets', () => {
    const natid = generate.anyId({ type: 'NATID', target: '1111111111111' })
    expect(readPaymentQr(natid)).toMatchObject({ proxy: 'national-id', receiver: '1111111111111' })
    const wallet = generate.anyId({ type: 'EWALLETID', target: '012345678901234', amount: 4.22 })
    expect(readPaymentQr(wallet)).toMatchObject({
      proxy: 'e-wallet',
      receiver: '012345678901234',
      amount: 422n,
    })
  })
})

describe('writing', () => {
  it('makes a Thai bill that an independent reader understands', () => {
    fc.assert(
      fc.property(reference, fc.option(reference, { nil: undefined }), amount, (ref, ref2, money) => {
        const text = writeThaiBillPayment({
          billerId: '010753600031508',
          reference: ref,
          reference2: ref2,
          amount: money,
          merchantName: 'KAPAO กระเป๋า',
        })
        const oracle = parse(text, true, true)
        expect(oracle?.getTagValue('30', '01')).toBe('010753600031508')
        expect(oracle?.getTagValue('30', '02')).toBe(ref)
        expect(oracle?.getTagValue('30', '03')).toBe(ref2)
        expect(oracle?.getTagValue('54')).toBe(toDecimalText(money))
        expect(oracle?.getTagValue('53')).toBe('764')
        expect(oracle?.getTagValue('58')).toBe('TH')
        expect(oracle?.getTagValue('59')).toBe('KAPAO')
        expect(validate.billPayment(text)?.ref1).toBe(ref)
        expect(readPaymentQr(text)).toMatchObject({ scheme: 'thai-bill', reference: ref, amount: money })
      }),
    )
  })

  it('says the same as the independent writer', () => {
    const theirs = generate.billPayment({
      billerId: '010753600031508',
      ref1: 'DEP1',
      ref2: 'P1',
      amount: 150.25,
    })
    const ours = writeThaiBillPayment({
      billerId: '010753600031508',
      reference: 'DEP1',
      reference2: 'P1',
      amount: fromMinorUnits(15_025n),
    })
    expect(readPaymentQr(ours)).toEqual(readPaymentQr(theirs))
  })

  it('makes a LAO QR that an independent reader understands', () => {
    const currency = fc.constantFrom('LAK' as const, 'BAHT' as const)
    const expiry = fc.option(fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }), {
      nil: undefined,
    })
    fc.assert(
      fc.property(reference, amount, currency, expiry, (ref, money, kind, expiresAtMs) => {
        const qr = { iin: '12345678', receiverId: 'TESTRECEIVER0001', reference: ref, amount: money }
        const text = writeLaoQr({ ...qr, currency: kind, expiresAtMs })
        const oracle = parse(text, true, true)
        expect(oracle?.getTagValue('62', '01')).toBe(ref)
        expect(oracle?.getTagValue('38', '00')).toBe('A005266284662577')
        expect(oracle?.getTagValue('53')).toBe(kind === 'LAK' ? '418' : '764')
        expect(readPaymentQr(text)).toMatchObject({
          scheme: 'lao-qr',
          reference: ref,
          amount: money,
          currency: kind,
          expiresAtMs: expiresAtMs ?? null,
        })
      }),
    )
  })

  it('writes whole kip without decimals', () => {
    const qr = { iin: '12345678', receiverId: 'R1', reference: 'D1', currency: 'LAK' as const }
    expect(parse(writeLaoQr({ ...qr, amount: fromMinorUnits(5_000_000n) }))?.getTagValue('54')).toBe('50000')
  })

  it.each([
    ['a short biller', { billerId: '123' }],
    ['a reference in lower case', { reference: 'dep1' }],
    ['a reference of 21', { reference: 'A'.repeat(21) }],
    ['an empty reference', { reference: '' }],
    ['no amount', { amount: fromMinorUnits(0n) }],
  ])('never writes %s', (_, change) => {
    const bill = { billerId: '010753600031508', reference: 'DEP1', amount: fromMinorUnits(100n) }
    expect(() => writeThaiBillPayment({ ...bill, ...change })).toThrow(RangeError)
  })

  it.each([
    ['a short IIN', { iin: '1' }],
    ['a receiver with a space', { receiverId: 'A B' }],
    ['a reference of 26', { reference: 'A'.repeat(26) }],
    ['a negative amount', { amount: fromMinorUnits(-1n) }],
  ])('never writes a LAO QR with %s', (_, change) => {
    const qr = { iin: '12345678', receiverId: 'R1', reference: 'D1', amount: fromMinorUnits(100n) }
    expect(() => writeLaoQr({ ...qr, currency: 'LAK', ...change })).toThrow(RangeError)
  })
})

describe('refusing', () => {
  it.each([
    ['malformed', ''],
    ['malformed', 'https://example.test/pay?amount=5'],
    ['malformed', BILL.slice(0, -10)],
    ['malformed', 'x'.repeat(600)],
    ['malformed', withChecksum('0002010002016304')],
    ['malformed', withChecksum('0002026304')],
    ['bad-checksum', BILL.replace('150.25', '950.25')],
    ['bad-checksum', `${BILL.slice(0, -4)}0000`],
    ['bad-checksum', '000201'],
    ['unknown-scheme', withChecksum('00020153037646304')],
    ['bad-amount', withChecksum(BILL.slice(0, -4).replace('150.25', '-50.25'))],
    ['bad-amount', withChecksum(BILL.slice(0, -4).replace('150.25', '00.000'))],
    ['bad-amount', withChecksum(BILL.slice(0, -4).replace('150.25', '1e3000'))],
    ['bad-amount', withChecksum(BILL.slice(0, -4).replace('150.25', '000.00'))],
    ['bad-currency', withChecksum(BILL.slice(0, -4).replace('5303764', '5303840'))],
    ['bad-currency', withChecksum(LAO.slice(0, -4).replace('5303418', '5303840'))],
    ['bad-field', withChecksum(BILL.slice(0, -4).replace('010753600031508', 'A10753600031508'))],
    ['bad-field', withChecksum(PROMPTPAY.slice(0, -4).replace('0066812345678', 'x066812345678'))],
  ])('says %s of %j', (why, text) => {
    expect(readPaymentQr(text)).toEqual({ ok: false, why })
  })

  it('never throws, and never reads a code with one character changed', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => readPaymentQr(text).ok === false))
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: BILL.length - 5 }),
        fc.constantFrom('0', '9', 'Z'),
        (at, character) => {
          fc.pre(BILL[at] !== character)
          expect(readPaymentQr(BILL.slice(0, at) + character + BILL.slice(at + 1)).ok).toBe(false)
        },
      ),
    )
  })
})
