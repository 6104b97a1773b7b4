import { readPaymentQr } from '@kapao/emv/payment-qr'
import type { Minor } from '@kapao/money/minor'
import type { FaultSwitches } from '../faults/fault-switches.ts'
import { minorOf, numberOf, type Row, type Store, textOf, textOrNull } from '../store.ts'
import type { Timing } from '../timing.ts'
import { type Currency, type NamedAccount, Refused } from '../wire.ts'
import type { Feed } from './feed.ts'
import type { BankLedger, BankTransfer } from './ledger.ts'

export type QrOrder = {
  readonly orderId: string
  readonly provider: 'KBANK' | 'WW' | 'PAYTIMZ'
  readonly reference: string
  readonly amount: Minor
  readonly currency: Currency
  readonly expiresAtMs: number
  readonly to: NamedAccount
  readonly payload: string
}

export type QrStatus = 'open' | 'paid' | 'cancelled' | 'expired'

export type QrState = {
  readonly orderId: string
  readonly provider: string
  readonly payload: string
  readonly status: QrStatus
  readonly amount: Minor
  readonly currency: Currency
  readonly to: NamedAccount
  readonly reference: string
  readonly transRef: string | null
  readonly paidAtMs: number | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

function readState(row: Row, nowMs: number): QrState {
  const expiresAtMs = numberOf(row, 'expires_at')
  const stored = textOf(row, 'status')
  const currency = textOf(row, 'currency')
  const open = expiresAtMs <= nowMs ? 'expired' : 'open'
  return {
    orderId: textOf(row, 'order_id'),
    provider: textOf(row, 'provider'),
    payload: textOf(row, 'payload'),
    status: stored === 'paid' || stored === 'cancelled' ? stored : open,
    amount: minorOf(row, 'amount'),
    currency: currency === 'LAK' || currency === 'BAHT' ? currency : 'THB',
    to: {
      bankCode: textOf(row, 'to_bank'),
      bankAccountNo: textOf(row, 'to_no'),
      bankAccountName: textOf(row, 'to_name'),
    },
    reference: textOf(row, 'reference'),
    transRef: textOrNull(row, 'trans_ref'),
    paidAtMs: row.paid_at === null ? null : numberOf(row, 'paid_at'),
    createdAtMs: numberOf(row, 'created_at'),
    expiresAtMs,
  }
}

function contentOf(order: QrOrder): string {
  const { provider, reference, amount, currency, expiresAtMs, to, payload } = order
  return [provider, reference, amount, currency, expiresAtMs, to.bankCode, to.bankAccountNo, payload].join(
    '|',
  )
}

/** A provider looks at the code it is to answer for: it must ask for exactly what the order says. */
function checkPayload(order: QrOrder): void {
  const read = readPaymentQr(order.payload)
  if (!read.ok) throw new Refused(400, 'PAYLOAD_UNREADABLE', `the payload is no payment QR: ${read.why}`)
  if (read.reference !== order.reference) {
    throw new Refused(400, 'PAYLOAD_MISMATCH', 'the reference in the payload is another one')
  }
  if (read.amount !== order.amount)
    throw new Refused(400, 'PAYLOAD_MISMATCH', 'the amount in the payload is another one')
  if (read.currency !== order.currency) {
    throw new Refused(400, 'PAYLOAD_MISMATCH', 'the currency in the payload is another one')
  }
}

export class Qrs {
  readonly #store: Store
  readonly #ledger: BankLedger
  readonly #feed: Feed
  readonly #faults: FaultSwitches
  readonly #timing: Timing

  constructor(store: Store, ledger: BankLedger, feed: Feed, faults: FaultSwitches, timing: Timing) {
    this.#store = store
    this.#ledger = ledger
    this.#feed = feed
    this.#faults = faults
    this.#timing = timing
  }

  #read(row: Row): QrState {
    return readState(row, this.#timing.now())
  }

  find(orderId: string): QrState | null {
    const row = this.#store.get('SELECT * FROM qr WHERE order_id = ?', orderId)
    return row ? this.#read(row) : null
  }

  open(order: QrOrder): QrStatus {
    const first = this.#store.get('SELECT * FROM qr WHERE order_id = ?', order.orderId)
    if (first) {
      if (textOf(first, 'content') === contentOf(order)) return this.#read(first).status
      throw new Refused(409, 'DUPLICATE_ID', 'this order id was used for another code')
    }
    checkPayload(order)
    if (order.expiresAtMs <= this.#timing.now()) throw new Refused(400, 'EXPIRED', 'expiresAt is in the past')
    if (this.#store.get('SELECT 1 AS found FROM qr WHERE reference = ?', order.reference)) {
      throw new Refused(409, 'DUPLICATE_REFERENCE', 'this reference was used for another code')
    }
    this.#store.transaction(() => {
      this.#ledger.remember(order.to, 'operator', order.currency)
      this.#store.run(
        `INSERT INTO qr (order_id, provider, reference, payload, content, amount, currency, to_bank, to_no, to_name, status,
           expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?)`,
        ...[
          order.orderId,
          order.provider,
          order.reference,
          order.payload,
          contentOf(order),
          order.amount,
          order.currency,
        ],
        ...[
          order.to.bankCode,
          order.to.bankAccountNo,
          order.to.bankAccountName,
          order.expiresAtMs,
          this.#timing.now(),
        ],
      )
    })
    return 'open'
  }

  /** Null for an unknown order; a paid or expired one stays what it is. */
  cancel(orderId: string): QrStatus | null {
    const state = this.find(orderId)
    if (state?.status !== 'open') return state?.status ?? null
    this.#store.run("UPDATE qr SET status = 'cancelled' WHERE order_id = ?", orderId)
    return 'cancelled'
  }

  /** Pays the code that stands in `text`, as a bank's app would after scanning it. */
  pay(text: string, from: NamedAccount): BankTransfer {
    const payload = text.trim()
    const read = readPaymentQr(payload)
    if (!read.ok) throw new Refused(400, 'QR_UNREADABLE', `this is no payment QR: ${read.why}`)
    const row = this.#store.get('SELECT * FROM qr WHERE payload = ?', payload)
    if (!row) throw new Refused(404, 'NOT_FOUND', 'no provider has issued this code')
    const state = this.#read(row)
    if (state.status !== 'open' && this.#faults.take('bank', ['late-pay']) === null) {
      throw new Refused(409, `QR_${state.status.toUpperCase()}`, `this code is ${state.status}`)
    }
    return this.#store.transaction(() => {
      const { to, amount, currency } = state
      const transfer = this.#ledger.move({ kind: 'qr', from, to, amount, currency })
      this.#ledger.remember(from, 'person', null)
      // A code that is paid twice keeps the transfer that paid it first.
      this.#store.run(
        "UPDATE qr SET status = 'paid', trans_ref = ?, paid_at = ? WHERE order_id = ? AND status <> 'paid'",
        ...[transfer.transRef, transfer.atMs, state.orderId],
      )
      this.#feed.note(transfer, state.reference)
      return transfer
    })
  }

  latest(limit: number): QrState[] {
    return this.#store
      .all('SELECT * FROM qr ORDER BY created_at DESC, rowid DESC LIMIT ?', limit)
      .map((row) => this.#read(row))
  }
}
