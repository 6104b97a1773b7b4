/** Quick amounts and minimums of a QR deposit (spec §9). */
import type { QrProvider } from '@kapao/contract/qrcode'
import type { Currency } from '@kapao/contract/values'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'

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

/** Quick amounts and minimums of a QR deposit (spec §9), in the account's currency. */
export function qrAmounts(provider: QrProvider, currency: Currency): QrAmounts {
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
