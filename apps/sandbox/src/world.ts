import type { Feed } from './bank/feed.ts'
import type { BankLedger } from './bank/ledger.ts'
import type { Payouts } from './bank/payouts.ts'
import type { Qrs } from './bank/qrs.ts'
import type { FaultSwitches } from './faults/fault-switches.ts'
import type { GameAccounts } from './games/accounts.ts'
import type { GameTransfers } from './games/transfers.ts'
import type { SmsBox } from './sms/sms-box.ts'
import type { Store } from './store.ts'
import type { Timing } from './timing.ts'
import type { Vouchers } from './vouchers/vouchers.ts'

export type Region = 'th' | 'la'

/** Everything there is outside the operator's own server, as the routes reach it. */
export type World = {
  readonly region: Region
  readonly store: Store
  readonly timing: Timing
  readonly faults: FaultSwitches
  readonly sms: SmsBox
  readonly ledger: BankLedger
  readonly feed: Feed
  readonly payouts: Payouts
  readonly qrs: Qrs
  readonly accounts: GameAccounts
  readonly transfers: GameTransfers
  readonly vouchers: Vouchers
}
