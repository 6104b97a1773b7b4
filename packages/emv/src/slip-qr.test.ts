import fc from 'fast-check'
import { generate, validate } from 'promptparse'
import { describe, expect, it } from 'vitest'
import { readSlipQr, writeOneProof, writeSlipQr } from './slip-qr.ts'
import { writeElements, writeWithCrc } from './tlv.ts'

const TRUEMONEY = '00490002010102010203P2P0314500012345678900408211120269104022e'

describe('the mini QR of a bank slip', () => {
  it.each([
    ['004000060000010103002021900021231231212000115102TH91049C30', '002', '0002123123121200011'],
    ['004100060000010103014022000111222233344ABCD125102TH910417DF', '014', '00111222233344ABCD12'],
    ['0041000600000101030040220016325090505ATF000015102TH9104D530', '004', '016325090505ATF00001'],
  ])('%s is read and written', (payload, bankCode, transRef) => {
    expect(readSlipQr(payload)).toEqual({ ok: true, kind: 'bank', bankCode, transRef, payload })
    expect(writeSlipQr({ bankCode, transRef })).toBe(payload)
  })

  it('is accepted when the bank lost the leading zeros of the checksum', () => {
    const short = '0041000600000101030140220TEST00000000000000875102TH910442C'
    const whole = '0041000600000101030140220TEST00000000000000875102TH9104042C'
    expect(readSlipQr(short)).toMatchObject({ ok: true, bankCode: '014', payload: whole })
    expect(readSlipQr(whole)).toEqual(readSlipQr(short))
    expect(readSlipQr(whole.replace('042C', '42D'))).toEqual({ ok: false, why: 'bad-checksum' })
  })

  it('is accepted with its checksum in lower case', () => {
    const payload = '004000060000010103002021900021231231212000115102TH91049c30'
    expect(readSlipQr(payload)).toMatchObject({ ok: true, transRef: '0002123123121200011' })
  })

  it('means the same to an independent reader and writer', () => {
    const transRef = fc.stringMatching(/^[A-Z0-9]{15,25}$/)
    fc.assert(
      fc.property(fc.stringMatching(/^\d{3}$/), transRef, (bankCode, ref) => {
        const payload = writeSlipQr({ bankCode, transRef: ref })
        expect(validate.slipVerify(payload)).toEqual({ sendingBank: bankCode, transRef: ref })
        expect(generate.slipVerify({ sendingBank: bankCode, transRef: ref })).toBe(payload)
        const stripped = payload.replace(/9104(0{1,3})([0-9A-F]{1,3})$/, '9104$2')
        expect(readSlipQr(stripped)).toMatchObject({ ok: true, transRef: ref, payload })
      }),
    )
  })

  it('is not written for what it cannot carry', () => {
    expect(() => writeSlipQr({ bankCode: '4', transRef: 'A1' })).toThrow(RangeError)
    expect(() => writeSlipQr({ bankCode: '004', transRef: 'ก' })).toThrow(RangeError)
  })
})

describe('the mini QR of a TrueMoney slip', () => {
  it('has a checksum in lower case, and that alone is accepted', () => {
    const read = { eventType: 'P2P', transactionId: '50001234567890', date: '21112026' }
    expect(readSlipQr(TRUEMONEY)).toEqual({ ok: true, kind: 'truemoney', ...read, payload: TRUEMONEY })
    expect(validate.trueMoneySlipVerify(TRUEMONEY)).toMatchObject(read)
    expect(readSlipQr(TRUEMONEY.replace(/022e$/, '022E'))).toEqual({ ok: false, why: 'bad-checksum' })
  })

  it.each(['5000\u00001234', '5000 1234', '๕๐๐๐'])(
    'has no reference like %j, which nobody could look up',
    (id) => {
      const template = writeElements([
        { id: '00', value: '01' },
        { id: '01', value: '01' },
        { id: '02', value: 'P2P' },
        { id: '03', value: id },
        { id: '04', value: '21112026' },
      ])
      const payload = writeWithCrc([{ id: '00', value: template }], '91')
      const signed = payload.slice(0, -4) + payload.slice(-4).toLowerCase()
      expect(readSlipQr(signed)).toEqual({ ok: false, why: 'bad-field' })
    },
  )
})

describe('the mini QR of a BCEL slip', () => {
  const slip = { type: 'TRF', ticket: '20261125123456', fccref: '010FTRN263290001' }
  const payload = '00020101021133650004BCEL0108ONEPROOF0203TRF031420261125123456' + '0416010FTRN2632900016304'

  it('is a OneProof, and its reference that of the bank’s books', () => {
    const written = writeOneProof(slip)
    expect(written.slice(0, -4)).toBe(payload)
    expect(readSlipQr(written)).toEqual({
      ok: true,
      kind: 'bank',
      bankCode: 'BCEL',
      transRef: slip.fccref,
      payload: written,
    })
    expect(validate.bcelOneProof(written)).toEqual(slip)
  })

  it('means the same to an independent reader, and is accepted without the leading zeros of its checksum', () => {
    const reference = fc.stringMatching(/^[A-Z0-9]{8,25}$/)
    fc.assert(
      fc.property(reference, reference, (ticket, fccref) => {
        const written = writeOneProof({ type: 'TRF', ticket, fccref })
        expect(validate.bcelOneProof(written)).toEqual({ type: 'TRF', ticket, fccref })
        const stripped = written.replace(/6304(0{1,3})([0-9A-F]{1,3})$/, '6304$2')
        expect(readSlipQr(stripped)).toMatchObject({ ok: true, transRef: fccref, payload: written })
      }),
    )
  })

  it.each([
    ['another checksum', 'bad-checksum', (written: string) => `${written.slice(0, -4)}0000`],
    ['another reference', 'bad-checksum', (written: string) => written.replace('FTRN26', 'FTRN27')],
    [
      'the code of a payment',
      'malformed',
      (written: string) => written.replace('0108ONEPROOF', '0108ONEPAYOF'),
    ],
  ])('with %s is none', (_what, why, spoil) => {
    expect(readSlipQr(spoil(writeOneProof(slip)))).toEqual({ ok: false, why })
  })

  it('without a reference is none', () => {
    const bare = writeWithCrc(
      [
        { id: '00', value: '01' },
        { id: '33', value: '0004BCEL0108ONEPROOF0203TRF' },
      ],
      '63',
    )
    expect(readSlipQr(bare)).toEqual({ ok: false, why: 'bad-field' })
    expect(() => writeOneProof({ ...slip, fccref: 'ກ' })).toThrow(RangeError)
  })
})

describe('what is no slip', () => {
  it.each(['', 'hello', '9104', '91040000', '00020101021263049999', `0004000191040000`, 'x'.repeat(300)])(
    '%j',
    (text) => {
      expect(readSlipQr(text).ok).toBe(false)
    },
  )

  it('never makes the reader throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => readSlipQr(text).ok === false))
  })
})
