import { toTypedText } from '@kapao/money/currency'
import type { Minor } from '@kapao/money/minor'
import { BAHT_NUMERIC } from './thai-qr.ts'
import { type TlvElement, writeElements, writeWithCrc } from './tlv.ts'

export const LAO_QR_AID = 'A005266284662577'
export const KIP_NUMERIC = '418'
export const ONEPAY_NAME = 'BCEL'

/** What the published samples of the scheme carry; the bank's full list of payment types is not public. */
const PAYMENT_TYPE = '002'
const MERCHANT_CATEGORY = '5221'

export type LaoCurrency = 'LAK' | 'BAHT'

export type LaoQr = {
  /** The receiving bank's number in the scheme, eight digits. */
  readonly iin: string
  /** The receiver at that bank (merchant or account number), 1 to 25 of A-Z, a-z, 0-9. */
  readonly receiverId: string
  /** 1 to 25 of A-Z, 0-9: the bill number that the bank feed reports back. */
  readonly reference: string
  readonly amount: Minor
  readonly currency: LaoCurrency
  readonly expiresAtMs?: number | undefined
}

/**
 * A one-time LAO QR (tag 38) of exactly one amount, its reference in tag 62.01. Throws a RangeError for a field that the
 * scheme cannot carry.
 */
export function writeLaoQr(qr: LaoQr): string {
  if (!/^\d{8}$/.test(qr.iin)) throw new RangeError('an IIN is 8 digits')
  if (!/^[A-Za-z0-9]{1,25}$/.test(qr.receiverId))
    throw new RangeError('a receiver id is 1 to 25 letters and digits')
  if (!/^[A-Z0-9]{1,25}$/.test(qr.reference)) throw new RangeError('a reference is 1 to 25 of A-Z and 0-9')
  if (qr.amount <= 0n) throw new RangeError('a payment has an amount above zero')
  const account: TlvElement[] = [
    { id: '00', value: LAO_QR_AID },
    { id: '01', value: qr.iin },
    { id: '02', value: PAYMENT_TYPE },
    { id: '03', value: qr.receiverId },
  ]
  if (qr.expiresAtMs !== undefined) account.push({ id: '04', value: String(qr.expiresAtMs) })
  return writeWithCrc(
    [
      { id: '00', value: '01' },
      { id: '01', value: '12' },
      { id: '38', value: writeElements(account) },
      { id: '52', value: MERCHANT_CATEGORY },
      { id: '53', value: qr.currency === 'LAK' ? KIP_NUMERIC : BAHT_NUMERIC },
      // Readers in Laos expect no fractions of a kip.
      { id: '54', value: toTypedText(qr.currency, qr.amount) },
      { id: '58', value: 'LA' },
      { id: '62', value: writeElements([{ id: '01', value: qr.reference }]) },
    ],
    '63',
  )
}
