import { fromDecimalText, LARGEST_AMOUNT, type Minor } from '@kapao/money/minor'
import { KIP_NUMERIC, LAO_QR_AID, type LaoCurrency, ONEPAY_NAME } from './lao-qr.ts'
import { BAHT_NUMERIC, BILL_PAYMENT_AID, PROMPTPAY_AID } from './thai-qr.ts'
import { crcText, readElementMap } from './tlv.ts'

/** `reference` is what the payee's bank reports back; `amount` is null where the payer types it. */
export type PaymentQr =
  | {
      readonly ok: true
      readonly scheme: 'thai-bill'
      readonly billerId: string
      readonly reference: string
      readonly reference2: string | null
      readonly amount: Minor | null
      readonly currency: 'THB'
    }
  | {
      readonly ok: true
      readonly scheme: 'thai-promptpay'
      readonly proxy: 'phone' | 'national-id' | 'e-wallet'
      /** A phone as 0 and nine digits where it is Thai, else as it stands. */
      readonly receiver: string
      readonly reference: null
      readonly amount: Minor | null
      readonly currency: 'THB'
    }
  | {
      readonly ok: true
      readonly scheme: 'lao-qr'
      readonly iin: string
      readonly receiverId: string
      readonly reference: string | null
      readonly expiresAtMs: number | null
      readonly amount: Minor | null
      readonly currency: LaoCurrency
    }
  | {
      readonly ok: true
      readonly scheme: 'lao-onepay'
      readonly merchantId: string
      readonly reference: string | null
      readonly amount: Minor | null
      readonly currency: LaoCurrency
    }
  | { readonly ok: false; readonly why: PaymentQrRefusal }

export type PaymentQrRefusal =
  | 'malformed'
  | 'bad-checksum'
  | 'unknown-scheme'
  | 'bad-field'
  | 'bad-amount'
  | 'bad-currency'

type Elements = ReadonlyMap<string, string>

const LONGEST_PAYLOAD = 512
const LONGEST_AMOUNT = 13

function refuse(why: PaymentQrRefusal): { ok: false; why: PaymentQrRefusal } {
  return { ok: false, why }
}

/** Null: no amount in the code. False: one that is no amount. */
function readAmount(elements: Elements): Minor | null | false {
  const text = elements.get('54')
  if (text === undefined) return null
  if (text.length > LONGEST_AMOUNT || !/^\d+(\.\d{0,2})?$/.test(text)) return false
  const amount = fromDecimalText(text.replace(/\.$/, ''))
  if (amount === null || amount <= 0n || amount > LARGEST_AMOUNT) return false
  return amount
}

function laoCurrency(elements: Elements): LaoCurrency | null {
  const numeric = elements.get('53')
  if (numeric === KIP_NUMERIC) return 'LAK'
  return numeric === BAHT_NUMERIC ? 'BAHT' : null
}

function readBill(elements: Elements, account: Elements, amount: Minor | null): PaymentQr {
  if (elements.get('53') !== BAHT_NUMERIC) return refuse('bad-currency')
  const billerId = account.get('01')
  const reference = account.get('02')
  if (billerId === undefined || !/^\d{15}$/.test(billerId) || reference === undefined)
    return refuse('bad-field')
  const reference2 = account.get('03') ?? null
  return { ok: true, scheme: 'thai-bill', billerId, reference, reference2, amount, currency: 'THB' }
}

function readPromptPay(elements: Elements, account: Elements, amount: Minor | null): PaymentQr {
  if (elements.get('53') !== BAHT_NUMERIC) return refuse('bad-currency')
  const shared = { ok: true, scheme: 'thai-promptpay', reference: null, amount, currency: 'THB' } as const
  const phone = account.get('01')
  if (phone !== undefined) {
    if (!/^\d{13}$/.test(phone)) return refuse('bad-field')
    return { ...shared, proxy: 'phone', receiver: phone.replace(/^0066/, '0') }
  }
  const nationalId = account.get('02')
  if (nationalId !== undefined) {
    return /^\d{13}$/.test(nationalId)
      ? { ...shared, proxy: 'national-id', receiver: nationalId }
      : refuse('bad-field')
  }
  const eWallet = account.get('03')
  if (eWallet === undefined || !/^\d{15}$/.test(eWallet)) return refuse('bad-field')
  return { ...shared, proxy: 'e-wallet', receiver: eWallet }
}

/** Tag 62, the additional data: an empty map where there is none, null where it is no TLV. */
function additionalData(elements: Elements): Elements | null {
  const text = elements.get('62')
  return text === undefined ? new Map<string, string>() : readElementMap(text)
}

function readLao(elements: Elements, account: Elements, amount: Minor | null): PaymentQr {
  const currency = laoCurrency(elements)
  if (!currency) return refuse('bad-currency')
  const iin = account.get('01')
  const receiverId = account.get('03')
  const expiry = account.get('04')
  const additional = additionalData(elements)
  if (iin === undefined || !/^\d{8}$/.test(iin) || receiverId === undefined || !additional)
    return refuse('bad-field')
  if (expiry !== undefined && !/^\d{10,15}$/.test(expiry)) return refuse('bad-field')
  const expiresAtMs = expiry === undefined ? null : Number(expiry)
  const reference = additional.get('01') ?? null
  return { ok: true, scheme: 'lao-qr', iin, receiverId, reference, expiresAtMs, amount, currency }
}

function readOnePay(elements: Elements, account: Elements, amount: Minor | null): PaymentQr {
  const currency = laoCurrency(elements)
  if (!currency) return refuse('bad-currency')
  const merchantId = account.get('02')
  const additional = additionalData(elements)
  if (merchantId === undefined || !additional) return refuse('bad-field')
  return {
    ok: true,
    scheme: 'lao-onepay',
    merchantId,
    reference: additional.get('01') ?? null,
    amount,
    currency,
  }
}

const SCHEMES = [
  { tag: '30', aid: BILL_PAYMENT_AID, read: readBill },
  { tag: '29', aid: PROMPTPAY_AID, read: readPromptPay },
  { tag: '38', aid: LAO_QR_AID, read: readLao },
  { tag: '33', aid: ONEPAY_NAME, read: readOnePay },
] as const

/** What a Thai or Lao payment QR asks for, or why its text is none. Never throws, whatever the text. */
export function readPaymentQr(payload: string): PaymentQr {
  if (payload.length > LONGEST_PAYLOAD) return refuse('malformed')
  const text = payload.trim()
  const elements = readElementMap(text)
  if (elements?.get('00') !== '01') return refuse('malformed')
  const checksum = /^(.*6304)([0-9A-Fa-f]{4})$/s.exec(text)
  if (crcText(checksum?.[1] ?? '') !== checksum?.[2]?.toUpperCase()) return refuse('bad-checksum')
  const amount = readAmount(elements)
  if (amount === false) return refuse('bad-amount')
  for (const scheme of SCHEMES) {
    const account = readElementMap(elements.get(scheme.tag) ?? '')
    if (account?.get('00') === scheme.aid) return scheme.read(elements, account, amount)
  }
  return refuse('unknown-scheme')
}
