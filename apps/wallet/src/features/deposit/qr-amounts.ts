/** Quick amounts and minimums of a QR deposit (spec §9). */
import type { QrProvider } from '@kapao/contract/qrcode'
import type { Currency } from '@kapao/contract/values'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'

export interface QrWay {
  readonly key: QrProvider
  readonly account: { readonly minDeposit?: Minor | undefined }
}

interface QrAmounts {
  readonly minimum: Minor
  readonly quick: readonly Minor[]
}

const baht = (...amounts: readonly number[]) => amounts.map((amount) => fromMinorUnits(`${amount}00`))

// One baht is several hundred kip, so the kip amounts are the baht amounts times a thousand.
const kip = (...amounts: readonly number[]) => amounts.map((amount) => fromMinorUnits(`${amount}00000`))

function amounts(make: typeof baht, minimum: number, ...quick: readonly number[]): QrAmounts {
  return { minimum: make(minimum)[0] ?? fromMinorUnits(0n), quick: make(...quick) }
}

/** Quick amounts and minimum of a QR deposit, in the account's currency: the operator's own minimum, or what is usual (spec §9). */
export function qrAmounts({ key, account }: QrWay, currency: Currency): QrAmounts {
  const usual = usualAmounts(key, currency)
  const minimum = account.minDeposit ?? usual.minimum
  return { minimum, quick: usual.quick.filter((amount) => amount >= minimum) }
}

function usualAmounts(provider: QrProvider, currency: Currency): QrAmounts {
  const make = currency === 'LAK' ? kip : baht
  switch (provider) {
    case 'KBANK':
      return amounts(make, 1, 10, 20, 50, 100, 500, 1000)
    case 'WW':
      return amounts(make, 100, 100, 200, 300, 500, 1000)
    case 'PAYTIMZ':
      return amounts(make, 10, 10, 50, 100, 500, 1000)
  }
}
