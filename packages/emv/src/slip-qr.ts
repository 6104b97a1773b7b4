import { crcText, readElementMap, writeElements, writeWithCrc } from './tlv.ts'

/**
 * The mini QR on a transfer slip: who sent it and under which reference, never how much. The amount is asked of the bank by
 * its reference. `payload` is the text with its checksum put right.
 */
export type SlipQr =
  | {
      readonly ok: true
      readonly kind: 'bank'
      /** Three digits, or BCEL, whose own scheme has none. */
      readonly bankCode: string
      readonly transRef: string
      readonly payload: string
    }
  | {
      readonly ok: true
      readonly kind: 'truemoney'
      readonly eventType: string
      readonly transactionId: string
      /** DDMMYYYY as the slip has it. */
      readonly date: string
      readonly payload: string
    }
  | { readonly ok: false; readonly why: SlipQrRefusal }

export type SlipQrRefusal = 'malformed' | 'bad-checksum' | 'unknown-kind' | 'bad-field'

const API_ID = '000001'
const ONE_PROOF_BANK = 'BCEL'
const ONE_PROOF = 'ONEPROOF'
const REFERENCE = /^[A-Za-z0-9]{1,40}$/
/** Only digits have been seen; what can be printed and kept is taken. */
const WALLET_REFERENCE = /^[\x21-\x7e]+$/
const LONGEST_PAYLOAD = 256

/** A bank's slip code. Throws a RangeError for a bank code or a reference that the scheme cannot carry. */
export function writeSlipQr(slip: { readonly bankCode: string; readonly transRef: string }): string {
  if (!/^\d{3}$/.test(slip.bankCode)) throw new RangeError('a sending bank is 3 digits')
  if (!REFERENCE.test(slip.transRef)) throw new RangeError('a transfer reference is letters and digits')
  const template = writeElements([
    { id: '00', value: API_ID },
    { id: '01', value: slip.bankCode },
    { id: '02', value: slip.transRef },
  ])
  return writeWithCrc(
    [
      { id: '00', value: template },
      { id: '51', value: 'TH' },
    ],
    '91',
  )
}

/**
 * The slip code of BCEL in Laos: a payment code's frame around ticket and reference. The reference is that of the bank's books (fccref), by which a transfer is
 * looked up; the ticket is its app's.
 */
export function writeOneProof(slip: {
  readonly type: string
  readonly ticket: string
  readonly fccref: string
}): string {
  for (const reference of [slip.ticket, slip.fccref])
    if (!REFERENCE.test(reference)) throw new RangeError('a transfer reference is letters and digits')
  const template = writeElements([
    { id: '00', value: ONE_PROOF_BANK },
    { id: '01', value: ONE_PROOF },
    { id: '02', value: slip.type },
    { id: '03', value: slip.ticket },
    { id: '04', value: slip.fccref },
  ])
  return writeWithCrc(
    [
      { id: '00', value: '01' },
      { id: '01', value: '11' },
      { id: '33', value: template },
    ],
    '63',
  )
}

const SLIP_END = /^(.*9104)([0-9A-Fa-f]{1,4})$/s
const ONE_PROOF_END = /^(.*6304)([0-9A-Fa-f]{1,4})$/s

/**
 * Some bank apps print the checksum without its leading zeros, so it may be shorter than its length says. The zeros are put
 * back only here, where they are known to be lost; a checksum that is wrong stays wrong.
 */
function divide(payload: string, end: RegExp): { body: string; checksum: string } | null {
  const match = end.exec(payload)
  const body = match?.[1]
  const checksum = match?.[2]
  return body === undefined || checksum === undefined ? null : { body, checksum: checksum.padStart(4, '0') }
}

function readBankSlip(template: ReadonlyMap<string, string>, payload: string): SlipQr {
  const bankCode = template.get('01')
  const transRef = template.get('02')
  if (bankCode === undefined || !/^\d{3}$/.test(bankCode)) return { ok: false, why: 'bad-field' }
  if (transRef === undefined || !REFERENCE.test(transRef)) return { ok: false, why: 'bad-field' }
  return { ok: true, kind: 'bank', bankCode, transRef, payload }
}

/** Null when the text is something else. */
function readOneProof(text: string): SlipQr | null {
  const parts = divide(text, ONE_PROOF_END)
  if (!parts) return null
  const payload = parts.body + parts.checksum
  const elements = readElementMap(payload)
  const template = readElementMap(elements?.get('33') ?? '')
  if (template?.get('00') !== ONE_PROOF_BANK || template.get('01') !== ONE_PROOF) return null
  if (parts.checksum.toUpperCase() !== crcText(parts.body)) return { ok: false, why: 'bad-checksum' }
  const ticket = template.get('03')
  const transRef = template.get('04')
  if (!template.has('02') || ticket === undefined || transRef === undefined)
    return { ok: false, why: 'bad-field' }
  if (!REFERENCE.test(ticket) || !REFERENCE.test(transRef)) return { ok: false, why: 'bad-field' }
  return { ok: true, kind: 'bank', bankCode: ONE_PROOF_BANK, transRef, payload }
}

function readTrueMoneySlip(template: ReadonlyMap<string, string>, payload: string): SlipQr {
  const eventType = template.get('02')
  const transactionId = template.get('03')
  const date = template.get('04')
  if (eventType === undefined || transactionId === undefined || !WALLET_REFERENCE.test(transactionId)) {
    return { ok: false, why: 'bad-field' }
  }
  if (date === undefined || !/^\d{8}$/.test(date)) return { ok: false, why: 'bad-field' }
  return { ok: true, kind: 'truemoney', eventType, transactionId, date, payload }
}

/** What a slip's mini QR says, or why its text is none. Never throws, whatever the text. */
export function readSlipQr(text: string): SlipQr {
  if (text.length > LONGEST_PAYLOAD) return { ok: false, why: 'malformed' }
  const oneProof = readOneProof(text.trim())
  if (oneProof) return oneProof
  const parts = divide(text.trim(), SLIP_END)
  if (!parts) return { ok: false, why: 'malformed' }
  const payload = parts.body + parts.checksum
  const elements = readElementMap(payload)
  const template = readElementMap(elements?.get('00') ?? '')
  if (!elements || !template) return { ok: false, why: 'malformed' }
  const expected = crcText(parts.body)
  if (template.get('00') === API_ID) {
    if (parts.checksum.toUpperCase() !== expected) return { ok: false, why: 'bad-checksum' }
    return readBankSlip(template, payload)
  }
  if (template.get('00') === '01' && template.get('01') === '01') {
    if (parts.checksum !== expected.toLowerCase()) return { ok: false, why: 'bad-checksum' }
    return readTrueMoneySlip(template, payload)
  }
  return { ok: false, why: 'unknown-kind' }
}
