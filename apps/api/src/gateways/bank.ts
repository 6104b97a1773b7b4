import type { Minor } from '@kapao/money/minor'
import type { ListPage, Outcome, Standing } from './outcome.ts'

export interface AccountRef {
  readonly bankCode: string
  readonly bankAccountNo: string
}

export interface NamedAccount extends AccountRef {
  readonly bankAccountName: string
}

export interface PayoutOrder {
  /** Ours; the bank pays one id once. */
  readonly payoutId: string
  readonly from: AccountRef
  readonly to: NamedAccount
  readonly amount: Minor
  readonly currency: string
}

export interface QrOrder {
  readonly orderId: string
  readonly provider: string
  readonly reference: string
  readonly amount: Minor
  readonly currency: string
  readonly expiresAt: string
  readonly to: NamedAccount
  readonly payload: string
}

/** Money that came into an account, as the bank reports it. */
export interface FeedEvent {
  readonly transRef: string
  readonly type: string
  readonly from: NamedAccount
  readonly to: AccountRef
  readonly amount: Minor
  readonly currency: string
  readonly reference: string | null
  readonly at: string
}

export interface FeedPage {
  readonly events: readonly FeedEvent[]
  /** How many more the page had that made no sense: somebody has to look at the bank's own list. */
  readonly unreadable: number
  readonly cursor: string
}

export interface Unread {
  /** For our logs. */
  readonly reason: string
}

export interface Settled {
  readonly transRef: string
}

/** What came of ordering a payout. 'not-sent': the order has not left, and the bank does not know of it. */
export type Ordered = Outcome<Settled> | { readonly kind: 'not-sent'; readonly reason: string }

/** A transfer as the bank tells it to whoever names its reference. Real banks mask account numbers: "xxx-x-x1234-x". */
export interface BankTransfer {
  readonly transRef: string
  readonly from: NamedAccount
  readonly to: AccountRef
  readonly amount: Minor
  readonly currency: string
  readonly at: string
}

export type TransferLookup =
  | { readonly kind: 'found'; readonly transfer: BankTransfer }
  /** The bank is still at it, or has never heard of it. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'not-found' }
  /** The bank took our captcha for wrong. */
  | { readonly kind: 'wrong-captcha' }
  | { readonly kind: 'unknown'; readonly reason: string }

/** A payout as the bank's own list has it. */
export interface ListedPayout {
  readonly payoutId: string
  readonly from: AccountRef
  readonly to: AccountRef
  readonly amount: Minor
  readonly currency: string
  readonly status: 'settled' | 'refused' | 'pending'
  readonly transRef?: string | null | undefined
}

/** The port to the bank: payouts, payment codes and the feed of incoming money. */
export interface BankGateway {
  payOut(order: PayoutOrder): Promise<Ordered>
  payoutStanding(payoutId: string): Promise<Standing<Settled>>
  openQr(order: QrOrder): Promise<Outcome<object>>
  cancelQr(orderId: string): Promise<void>
  /** Looks a transfer up by what its slip says: the sending bank (three digits, or in Laos its symbol; sendingBankOf) and the reference. */
  findTransfer(sendingBank: string, transRef: string): Promise<TransferLookup>
  /** Events after a cursor, oldest first, and the next cursor; or why it could not be read. */
  readFeed(cursor: string): Promise<FeedPage | Unread>
  /** Payouts that were ordered, by anybody who can order them. */
  listPayouts(cursor: string): Promise<ListPage<ListedPayout>>
}
