import { type Minor, toDecimalText } from '@kapao/money/minor'
import { type TlvElement, writeElements, writeWithCrc } from './tlv.ts'

export const PROMPTPAY_AID = 'A000000677010111'
export const BILL_PAYMENT_AID = 'A000000677010112'
export const BAHT_NUMERIC = '764'

const LONGEST_NAME = 25

export type ThaiBillPayment = {
  /** Fifteen digits: tax id and suffix, as the biller's bank gave them. */
  readonly billerId: string
  /** 1 to 20 of A-Z, 0-9: what the bank feed reports back. */
  readonly reference: string
  readonly reference2?: string | undefined
  readonly amount: Minor
  readonly merchantName?: string | undefined
}

/** Names travel in QR codes as printable ASCII of at most 25 characters; whatever is left of another one is dropped. */
function asciiName(name: string | undefined): string {
  return (name ?? '')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim()
}

function requireReference(reference: string): void {
  if (!/^[A-Z0-9]{1,20}$/.test(reference)) throw new RangeError('a bill reference is 1 to 20 of A-Z and 0-9')
}

/**
 * A one-time Thai QR for bill payment (tag 30) of exactly one amount. Throws a RangeError for a biller, reference or amount
 * that the scheme cannot carry.
 */
export function writeThaiBillPayment(bill: ThaiBillPayment): string {
  if (!/^\d{15}$/.test(bill.billerId)) throw new RangeError('a biller id is 15 digits')
  if (bill.amount <= 0n) throw new RangeError('a bill has an amount above zero')
  requireReference(bill.reference)
  const account: TlvElement[] = [
    { id: '00', value: BILL_PAYMENT_AID },
    { id: '01', value: bill.billerId },
    { id: '02', value: bill.reference },
  ]
  if (bill.reference2 !== undefined) {
    requireReference(bill.reference2)
    account.push({ id: '03', value: bill.reference2 })
  }
  const elements: TlvElement[] = [
    { id: '00', value: '01' },
    { id: '01', value: '12' },
    { id: '30', value: writeElements(account) },
    { id: '53', value: BAHT_NUMERIC },
    { id: '54', value: toDecimalText(bill.amount) },
    { id: '58', value: 'TH' },
  ]
  const name = asciiName(bill.merchantName)
  if (name !== '') elements.push({ id: '59', value: name })
  return writeWithCrc(elements, '63')
}
