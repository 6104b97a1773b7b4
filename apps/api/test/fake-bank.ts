import { sendingBankOf } from '@kapao/emv/bank-codes'
import type {
  BankGateway,
  BankTransfer,
  FeedEvent,
  Ordered,
  PayoutOrder,
  QrOrder,
  Settled,
  TransferLookup,
} from '../src/gateways/bank.ts'
import type { Outcome, Standing } from '../src/gateways/outcome.ts'

export type PayoutScript = 'ok' | 'refuse' | 'not-sent' | 'lost-before' | 'lost-after'

/** A bank in memory. */
export class FakeBank implements BankGateway {
  readonly payouts = new Map<string, { readonly order: PayoutOrder; readonly outcome: Outcome<Settled> }>()
  readonly qrs = new Map<string, QrOrder>()
  readonly cancelledQrs: string[] = []
  readonly feed: FeedEvent[] = []
  /** By reference: those that no adapter could read. */
  readonly unreadable = new Set<string>()
  /** How many events a page of it has; null: all. */
  feedPage: number | null = null
  script: PayoutScript = 'ok'
  pickScript: (() => PayoutScript) | null = null
  qrOutcome: Outcome<object> = { kind: 'confirmed' }
  payOutCalls = 0
  /** What the bank knows of, by reference. */
  readonly transfers = new Map<string, BankTransfer>()
  /** What look-ups answer instead, one each. */
  readonly lookups: TransferLookup[] = []

  async findTransfer(sendingBank: string, transRef: string): Promise<TransferLookup> {
    const scripted = this.lookups.shift()
    if (scripted) return scripted
    const transfer = this.transfers.get(transRef)
    const isTheirs = transfer && sendingBankOf(transfer.from.bankCode) === sendingBank
    return isTheirs ? { kind: 'found', transfer } : { kind: 'not-found' }
  }

  async payOut(order: PayoutOrder): Promise<Ordered> {
    this.payOutCalls += 1
    const known = this.payouts.get(order.payoutId)
    if (known) return known.outcome
    const script = this.pickScript?.() ?? this.script
    if (script === 'not-sent') return { kind: 'not-sent', reason: 'ECONNREFUSED' }
    if (script === 'lost-before') return { kind: 'unknown', reason: 'TimeoutError' }
    const outcome: Outcome<Settled> =
      script === 'refuse'
        ? { kind: 'refused', reason: 'ACCOUNT_CLOSED' }
        : { kind: 'confirmed', transRef: `PO${this.payouts.size + 1}` }
    this.payouts.set(order.payoutId, { order, outcome })
    if (outcome.kind === 'confirmed') {
      const { transRef } = outcome
      const from = { ...order.from, bankAccountName: 'KAPAO' }
      this.transfers.set(transRef, { ...order, transRef, from, at: new Date().toISOString() })
    }
    return script === 'lost-after' ? { kind: 'unknown', reason: 'TimeoutError' } : outcome
  }

  async payoutStanding(payoutId: string): Promise<Standing<Settled>> {
    return this.payouts.get(payoutId)?.outcome ?? { kind: 'not-found' }
  }

  hasList = true
  isDown = false

  async listPayouts(cursor: string) {
    if (this.isDown) return null
    if (!this.hasList) return 'none'
    const all = [...this.payouts.values()].map(({ order, outcome }) => ({
      ...order,
      status: outcome.kind === 'confirmed' ? ('settled' as const) : ('refused' as const),
      ...(outcome.kind === 'confirmed' && { transRef: outcome.transRef }),
    }))
    return { items: all.slice(Number(cursor)), cursor: String(all.length) }
  }

  async openQr(order: QrOrder) {
    if (this.qrOutcome.kind === 'confirmed') this.qrs.set(order.orderId, order)
    return this.qrOutcome
  }

  async cancelQr(orderId: string) {
    this.cancelledQrs.push(orderId)
  }

  async readFeed(cursor: string) {
    if (this.isDown) return { reason: 'down' }
    const from = Number(cursor)
    const events = this.feed.slice(from, this.feedPage === null ? undefined : from + this.feedPage)
    const next = String(this.feedPage === null ? this.feed.length : from + events.length)
    const readable = events.filter(({ transRef }) => !this.unreadable.has(transRef))
    return { events: readable, unreadable: events.length - readable.length, cursor: next }
  }
}
