import { createHmac, randomUUID } from 'node:crypto'
import { toWire } from '@kapao/money/minor'
import type { FaultSwitches } from '../faults/fault-switches.ts'
import { numberOf, numberOrNull, type Row, type Store, textOf, textOrNull } from '../store.ts'
import {
  FEED_RETRY_FIRST_MS,
  FEED_RETRY_FOR_MS,
  FEED_RETRY_LONGEST_MS,
  LATE_EVENT_MS,
  OUT_OF_ORDER_MS,
  type Timing,
  WEBHOOK_TIMEOUT_MS,
} from '../timing.ts'
import type { BankLedger, BankTransfer } from './ledger.ts'

/** No date of JavaScript's is later. */
const NEVER_MS = 8_640_000_000_000_000

/** The hex HMAC-SHA256 of `timestamp.rawBody`, as the header `x-feed-signature` carries it. */
export function signFeed(secret: string, timestamp: string, rawBody: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex')
}

export type FeedDelivery = {
  readonly eventId: string
  readonly position: number | null
  readonly transfer: BankTransfer
  readonly delivery: string
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAtMs: number
}

type FeedOptions = {
  readonly store: Store
  readonly ledger: BankLedger
  readonly faults: FaultSwitches
  readonly timing: Timing
  readonly apiUrl: string
  readonly secret: string
}

function eventBody(eventId: string, transfer: BankTransfer, reference: string | null): string {
  return JSON.stringify({
    eventId,
    transRef: transfer.transRef,
    type: transfer.kind === 'qr' ? 'qr' : 'transfer',
    from: transfer.from,
    to: { bankCode: transfer.to.bankCode, bankAccountNo: transfer.to.bankAccountNo },
    amount: toWire(transfer.amount),
    currency: transfer.currency,
    reference,
    at: new Date(transfer.atMs).toISOString(),
  })
}

/**
 * What the bank tells of money that came in. An event gets its position when it is published, not when it happens: a late
 * one therefore stands behind what a reader has already seen, and whoever reads on from a cursor misses nothing.
 */
export class Feed {
  readonly #options: FeedOptions
  #delivering = false

  constructor(options: FeedOptions) {
    this.#options = options
  }

  /** Notes an event, in the transaction of its transfer; `work` publishes and sends it. */
  note(transfer: BankTransfer, reference: string | null): void {
    const { faults, store, timing } = this.#options
    const late = faults.take('bank', ['late']) !== null
    const isHeldBack = faults.take('bank', ['held-back']) !== null
    const held = faults.take('bank', ['out-of-order']) !== null
    const copies = faults.take('bank', ['twice']) === null ? 1 : 2
    const delivery = faults.take('bank', ['silent']) === null ? 'waiting' : 'silent'
    const isRenamed = faults.take('bank', ['other-reference']) !== null
    const told = isRenamed ? { ...transfer, transRef: `FEED-${transfer.transRef}` } : transfer
    const wait = late ? LATE_EVENT_MS : held ? OUT_OF_ORDER_MS : 0
    const eventId = randomUUID()
    store.run(
      `INSERT INTO feed_event (event_id, trans_ref, body, publish_at, held, delivery, copies, next_attempt_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[
        eventId,
        transfer.transRef,
        eventBody(eventId, told, reference),
        isHeldBack ? NEVER_MS : timing.after(wait),
        held ? 1 : 0,
      ],
      ...[delivery, copies, 0, timing.now()],
    )
  }

  /** Lets out what was held back of this transfer; false when nothing was. */
  tell(transRef: string): boolean {
    const { store, timing } = this.#options
    const told = store.run(
      'UPDATE feed_event SET publish_at = ? WHERE trans_ref = ? AND position IS NULL AND publish_at = ?',
      ...[timing.now(), transRef, NEVER_MS],
    )
    return told > 0
  }

  /** Publishes what is due and sends what waits. Called on every tick and after every note. */
  work(): void {
    this.#publishDue()
    void this.#deliverDue()
  }

  #publishDue(): void {
    const { store, timing } = this.#options
    const now = timing.now()
    const due = store.all(
      'SELECT event_id, held FROM feed_event WHERE position IS NULL AND publish_at <= ? ORDER BY publish_at, rowid',
      now,
    )
    if (due.length === 0) return
    store.transaction(() => {
      for (const row of due) this.#publish(textOf(row, 'event_id'))
      // A held one goes out right behind the next event that was not held itself.
      if (!due.some((row) => numberOf(row, 'held') === 0)) return
      const overtaken = store.all(
        'SELECT event_id FROM feed_event WHERE position IS NULL AND held = 1 AND created_at <= ? ORDER BY rowid',
        now,
      )
      for (const row of overtaken) this.#publish(textOf(row, 'event_id'))
    })
  }

  #publish(eventId: string): void {
    this.#options.store.run(
      'UPDATE feed_event SET position = (SELECT coalesce(max(position), 0) + 1 FROM feed_event) WHERE event_id = ?',
      eventId,
    )
  }

  /** One at a time and in order, so that what arrives out of order does so only when it was asked for. */
  async #deliverDue(): Promise<void> {
    if (this.#delivering) return
    this.#delivering = true
    try {
      for (let row = this.#nextDelivery(); row; row = this.#nextDelivery()) {
        const result = await this.#send(textOf(row, 'body'))
        // A webhook that was under way when the sandbox closed stays noted as waiting, and is sent again after the start.
        if (result === 'closed') return
        this.#settle(row, result)
      }
    } finally {
      this.#delivering = false
    }
  }

  #nextDelivery(): Row | undefined {
    if (this.#options.timing.stopped) return undefined
    return this.#options.store.get(
      `SELECT * FROM feed_event WHERE delivery = 'waiting' AND position IS NOT NULL AND next_attempt_at <= ?
       ORDER BY position LIMIT 1`,
      this.#options.timing.now(),
    )
  }

  /** Null when the server took it, else what went wrong. */
  async #send(body: string): Promise<string | null> {
    const { apiUrl, secret, timing } = this.#options
    const timestamp = String(Math.floor(timing.now() / 1000))
    const headers = {
      'content-type': 'application/json',
      'x-feed-timestamp': timestamp,
      'x-feed-signature': signFeed(secret, timestamp, body),
    }
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(WEBHOOK_TIMEOUT_MS), timing.closing])
      const answer = await fetch(`${apiUrl}/gateway/bank-feed`, { method: 'POST', headers, body, signal })
      await answer.body?.cancel()
      if (timing.stopped) return 'closed'
      return answer.ok ? null : `HTTP ${answer.status}`
    } catch (error) {
      if (timing.stopped) return 'closed'
      return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'not reachable'
    }
  }

  #settle(row: Row, problem: string | null): void {
    const { store, timing } = this.#options
    const eventId = textOf(row, 'event_id')
    if (problem === null) {
      store.run(
        `UPDATE feed_event SET attempts = attempts + 1, copies = copies - 1, last_error = NULL,
           delivery = CASE WHEN copies <= 1 THEN 'delivered' ELSE delivery END WHERE event_id = ?`,
        eventId,
      )
      return
    }
    const attempts = numberOf(row, 'attempts')
    const wait = Math.min(FEED_RETRY_FIRST_MS * 2 ** attempts, FEED_RETRY_LONGEST_MS)
    const isOver = timing.now() > numberOf(row, 'publish_at') + timing.scaled(FEED_RETRY_FOR_MS)
    store.run(
      'UPDATE feed_event SET attempts = attempts + 1, last_error = ?, next_attempt_at = ?, delivery = ? WHERE event_id = ?',
      ...[problem, timing.after(wait), isOver ? 'given-up' : 'waiting', eventId],
    )
  }

  /** What was published behind `after`, oldest first, as JSON texts, and the cursor to go on from. */
  read(after: bigint, limit: number): { bodies: string[]; cursor: string } {
    const sql = 'SELECT body, position FROM feed_event WHERE position > ? ORDER BY position LIMIT ?'
    const rows = this.#options.store.all(sql, after, limit)
    const last = rows.at(-1)
    return {
      bodies: rows.map((row) => textOf(row, 'body')),
      cursor: last ? String(last.position) : String(after),
    }
  }

  latest(limit: number): FeedDelivery[] {
    const sql = 'SELECT * FROM feed_event ORDER BY created_at DESC, rowid DESC LIMIT ?'
    return this.#options.store.all(sql, limit).flatMap((row) => {
      const transfer = this.#options.ledger.find(textOf(row, 'trans_ref'))
      if (!transfer) return []
      return {
        transfer,
        eventId: textOf(row, 'event_id'),
        position: numberOrNull(row, 'position'),
        delivery: textOf(row, 'delivery'),
        attempts: numberOf(row, 'attempts'),
        lastError: textOrNull(row, 'last_error'),
        createdAtMs: numberOf(row, 'created_at'),
      }
    })
  }
}
