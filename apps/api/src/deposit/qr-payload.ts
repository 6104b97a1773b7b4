import { writeLaoQr } from '@kapao/emv/lao-qr'
import { writeThaiBillPayment } from '@kapao/emv/thai-qr'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'

/** Whose code it is, and the biller that the reference belongs to. */
export interface Biller {
  readonly accountName: string
  readonly currency: string
  readonly qrProvider: string | null
  readonly billerId: string | null
}

/** What a code holds. Throws where its scheme cannot carry the biller or the amount. */
export function payloadFor(account: Biller, reference: string, amount: Minor, expiresAt: Date): string {
  if (account.billerId === null) throw new RangeError(`QR account ${account.qrProvider} has no biller`)
  if (account.currency === 'THB') {
    return writeThaiBillPayment({
      billerId: account.billerId,
      reference,
      amount,
      merchantName: account.accountName,
    })
  }
  // In Laos a biller is written as IIN and receiver, apart by a colon.
  const [iin = '', receiverId = ''] = account.billerId.split(':')
  return writeLaoQr({
    iin,
    receiverId,
    reference,
    amount,
    currency: account.currency === 'LAK' ? 'LAK' : 'BAHT',
    expiresAtMs: expiresAt.getTime(),
  })
}

const ONE = fromMinorUnits(100n)

/** Why no code can be written for a biller, whatever the amount; null where one can. */
export function faultOfBiller(account: Biller): string | null {
  try {
    payloadFor(account, 'KP1', ONE, new Date(0))
    return null
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}
