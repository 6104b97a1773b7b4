import type { Minor } from '@kapao/money/minor'
import type { FaultSwitches } from '../faults/fault-switches.ts'
import { minorOf, numberOf, type Row, type Store, textOf, textOrNull } from '../store.ts'
import { PAYOUT_DELAY_MS, type Timing } from '../timing.ts'
import { type Account, type Currency, type NamedAccount, Refused } from '../wire.ts'
import type { BankLedger } from './ledger.ts'

export type PayoutOrder = {
  readonly payoutId: string
  readonly from: Account
  readonly to: NamedAccount
  readonly amount: Minor
  readonly currency: Currency
}

export type PayoutAnswer =
  | { readonly status: 'settled'; readonly transRef: string }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'pending' }

export type PayoutLine = {
  readonly payoutId: string
  readonly amount: Minor
  readonly currency: string
  readonly to: string
  readonly answer: PayoutAnswer
  readonly createdAtMs: number
}

function answerOf(row: Row): PayoutAnswer {
  const status = textOf(row, 'status')
  if (status === 'settled') return { status, transRef: textOf(row, 'trans_ref') }
  if (status === 'refused') return { status, reason: textOrNull(row, 'reason') ?? 'REFUSED' }
  return { status: 'pending' }
}

/** Two orders are the same when this text of them is. Ids apart, order and spelling of the fields are ours. */
function contentOf(order: PayoutOrder): string {
  const { from, to, amount, currency } = order
  return [
    from.bankCode,
    from.bankAccountNo,
    to.bankCode,
    to.bankAccountNo,
    to.bankAccountName,
    amount,
    currency,
  ].join('|')
}

export class Payouts {
  readonly #store: Store
  readonly #ledger: BankLedger
  readonly #faults: FaultSwitches
  readonly #timing: Timing

  constructor(store: Store, ledger: BankLedger, faults: FaultSwitches, timing: Timing) {
    this.#store = store
    this.#ledger = ledger
    this.#faults = faults
    this.#timing = timing
  }

  find(payoutId: string): PayoutAnswer | null {
    const row = this.#store.get('SELECT * FROM payout WHERE payout_id = ?', payoutId)
    return row ? answerOf(row) : null
  }

  /** `hangs`: the money goes later, and whoever ordered it is to be left without an answer. */
  order(order: PayoutOrder): { answer: PayoutAnswer; hangs: boolean } {
    const first = this.#store.get('SELECT * FROM payout WHERE payout_id = ?', order.payoutId)
    if (first) {
      if (textOf(first, 'content') === contentOf(order)) return { answer: answerOf(first), hangs: false }
      throw new Refused(409, 'DUPLICATE_ID', 'this payout id was used for another payout')
    }
    const answer = this.#store.transaction((): PayoutAnswer => {
      this.#ledger.remember({ ...order.from, bankAccountName: '-' }, 'operator', order.currency)
      this.#ledger.remember(order.to, 'person', null)
      const fault = this.#faults.take('bank', ['refuse-payout', 'payout-timeout'])
      if (fault === 'refuse-payout')
        return this.#write(order, { status: 'refused', reason: 'ACCOUNT_REFUSED' }, null)
      if (fault === 'payout-timeout') {
        return this.#write(order, { status: 'pending' }, this.#timing.after(PAYOUT_DELAY_MS))
      }
      return this.#write(order, { status: 'settled', transRef: this.#pay(order) }, null)
    })
    return { answer, hangs: answer.status === 'pending' }
  }

  #pay(order: Omit<PayoutOrder, 'payoutId'>): string {
    const from = { ...order.from, bankAccountName: this.#ledger.nameOf(order.from) }
    return this.#ledger.move({
      kind: 'payout',
      from,
      to: order.to,
      amount: order.amount,
      currency: order.currency,
    }).transRef
  }

  #write(order: PayoutOrder, answer: PayoutAnswer, dueAtMs: number | null): PayoutAnswer {
    this.#store.run(
      'INSERT INTO payout VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[order.payoutId, contentOf(order), answer.status, order.amount, order.currency],
      ...[
        answer.status === 'settled' ? answer.transRef : null,
        answer.status === 'refused' ? answer.reason : null,
      ],
      ...[dueAtMs, this.#timing.now()],
    )
    return answer
  }

  /** Pays what was put off and has fallen due, also when it was put off before a restart. */
  work(): void {
    const due = this.#store.all(
      "SELECT * FROM payout WHERE status = 'pending' AND due_at <= ?",
      this.#timing.now(),
    )
    for (const row of due) {
      const [fromBank = '', fromNo = '', toBank = '', toNo = '', toName = ''] = textOf(row, 'content').split(
        '|',
      )
      this.#store.transaction(() => {
        const transRef = this.#pay({
          from: { bankCode: fromBank, bankAccountNo: fromNo },
          to: { bankCode: toBank, bankAccountNo: toNo, bankAccountName: toName },
          amount: minorOf(row, 'amount'),
          currency: this.#currency(row),
        })
        const sql = "UPDATE payout SET status = 'settled', trans_ref = ? WHERE payout_id = ?"
        this.#store.run(sql, transRef, textOf(row, 'payout_id'))
      })
    }
  }

  #currency(row: Row): Currency {
    const text = textOf(row, 'currency')
    return text === 'LAK' || text === 'BAHT' ? text : 'THB'
  }

  /** Every order behind a cursor, oldest first, and the cursor to go on from. */
  list(after: bigint, limit: number): { lines: (PayoutOrder & { answer: PayoutAnswer })[]; cursor: string } {
    const rows = this.#store.all(
      'SELECT rowid AS position, * FROM payout WHERE rowid > ? ORDER BY rowid LIMIT ?',
      after,
      limit,
    )
    const lines = rows.map((row) => {
      const [fromBank = '', fromNo = '', toBank = '', toNo = '', toName = ''] = textOf(row, 'content').split(
        '|',
      )
      return {
        payoutId: textOf(row, 'payout_id'),
        from: { bankCode: fromBank, bankAccountNo: fromNo },
        to: { bankCode: toBank, bankAccountNo: toNo, bankAccountName: toName },
        amount: minorOf(row, 'amount'),
        currency: this.#currency(row),
        answer: answerOf(row),
      }
    })
    const last = rows.at(-1)
    return { lines, cursor: last ? String(last.position) : String(after) }
  }

  latest(limit: number): PayoutLine[] {
    return this.#store
      .all('SELECT * FROM payout ORDER BY created_at DESC, rowid DESC LIMIT ?', limit)
      .map((row) => {
        const [, , toBank = '', toNo = '', toName = ''] = textOf(row, 'content').split('|')
        return {
          payoutId: textOf(row, 'payout_id'),
          amount: minorOf(row, 'amount'),
          currency: textOf(row, 'currency'),
          to: `${toBank} ${toNo} ${toName}`,
          answer: answerOf(row),
          createdAtMs: numberOf(row, 'created_at'),
        }
      })
  }
}
