import { fromMinorUnits, type Minor, negate } from '@kapao/money/minor'
import type { GameFault } from '../faults/catalogue.ts'
import type { FaultSwitches } from '../faults/fault-switches.ts'
import { minorOf, numberOf, type Row, type Store, textOf, textOrNull } from '../store.ts'
import { LATE_STATUS_MS, SLOW_TRANSFER_MS, type Timing } from '../timing.ts'
import { Refused } from '../wire.ts'
import type { GameAccounts } from './accounts.ts'
import { type GameCode, gameCode } from './catalogue.ts'

export type GameTransferOrder = {
  readonly transferId: string
  readonly username: string
  readonly type: 'deposit' | 'withdraw'
  readonly amount: Minor
}

export type GameTransferState =
  | { readonly status: 'success'; readonly amount: Minor; readonly balance: Minor }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'pending' }

/** What the caller gets: the state now, nothing for a while and then an error, an error at once, or the state after a wait. */
export type TransferOutcome =
  | { readonly kind: 'answer'; readonly state: GameTransferState }
  | { readonly kind: 'hang' }
  | { readonly kind: 'error'; readonly status: 409 | 500 }
  | { readonly kind: 'slow' }

export type GameTransferLine = {
  readonly transferId: string
  readonly type: string
  readonly amount: Minor
  readonly status: string
  readonly createdAtMs: number
}

const CANCELLED = { status: 'refused', reason: 'CANCELLED' } as const

const EITHER_WAY: readonly GameFault[] = [
  'refuse',
  'timeout-before',
  'timeout-after',
  'error-after',
  'duplicate-id',
  'late-status',
  'wrong-ratio',
  'slow',
]
const FAULTS_OF_TYPE: Record<GameTransferOrder['type'], readonly GameFault[]> = {
  deposit: EITHER_WAY,
  withdraw: [...EITHER_WAY, 'round-open', 'partial', 'locked-funds'],
}

function stateOf(row: Row): GameTransferState {
  const status = textOf(row, 'status')
  if (status === 'success') return { status, amount: minorOf(row, 'moved'), balance: minorOf(row, 'balance') }
  if (status === 'refused') return { status, reason: textOrNull(row, 'reason') ?? 'REFUSED' }
  return { status: 'pending' }
}

export class GameTransfers {
  readonly #store: Store
  readonly #accounts: GameAccounts
  readonly #faults: FaultSwitches
  readonly #timing: Timing

  constructor(store: Store, accounts: GameAccounts, faults: FaultSwitches, timing: Timing) {
    this.#store = store
    this.#accounts = accounts
    this.#faults = faults
    this.#timing = timing
  }

  #row(code: GameCode, transferId: string): Row | undefined {
    return this.#store.get('SELECT * FROM game_transfer WHERE code = ? AND transfer_id = ?', code, transferId)
  }

  /** As check-status tells it; null when it is unknown, or not to be seen yet. */
  find(code: GameCode, transferId: string): GameTransferState | null {
    const row = this.#row(code, transferId)
    if (!row && this.#isCancelled(code, transferId)) return CANCELLED
    return row && numberOf(row, 'visible_at') <= this.#timing.now() ? stateOf(row) : null
  }

  #isCancelled(code: GameCode, transferId: string): boolean {
    const sql = 'SELECT 1 FROM game_cancelled WHERE code = ? AND transfer_id = ?'
    return this.#store.get(sql, code, transferId) !== undefined
  }

  /**
   * Refuses an id for good that no order has come by, whenever one does. What has come stays as it is; of what is not to be seen yet nothing is told, as if
   * whoever answers here did not see it either.
   */
  cancel(code: GameCode, transferId: string): GameTransferState {
    return this.#store.transaction(() => {
      if (this.#row(code, transferId)) return this.find(code, transferId) ?? { status: 'pending' }
      const sql = 'INSERT INTO game_cancelled (code, transfer_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
      this.#store.run(sql, code, transferId, this.#timing.now())
      return CANCELLED
    })
  }

  order(code: GameCode, order: GameTransferOrder): TransferOutcome {
    const first = this.#row(code, order.transferId)
    if (first) return this.#repeat(first, order)
    if (this.#isCancelled(code, order.transferId)) return { kind: 'answer', state: CANCELLED }
    if (!this.#accounts.exists(code, order.username)) {
      throw new Refused(404, 'NO_ACCOUNT', 'this provider has no such account')
    }
    return this.#store.transaction(() => {
      const fault = this.#faults.take(`game:${code}`, FAULTS_OF_TYPE[order.type])
      return this.#run(code, order, fault)
    })
  }

  #repeat(first: Row, order: GameTransferOrder): TransferOutcome {
    const isSame =
      textOf(first, 'username') === order.username &&
      textOf(first, 'type') === order.type &&
      minorOf(first, 'requested') === order.amount
    return isSame ? { kind: 'answer', state: stateOf(first) } : { kind: 'error', status: 409 }
  }

  #run(code: GameCode, order: GameTransferOrder, fault: GameFault | null): TransferOutcome {
    const { amount } = order
    switch (fault) {
      case 'refuse':
        return this.#refuse(code, order, 'REFUSED')
      case 'round-open':
        return this.#refuse(code, order, 'ROUND_OPEN')
      case 'locked-funds':
        return this.#refuse(code, order, 'LOCKED_FUNDS')
      case 'timeout-before':
        return { kind: 'hang' }
      case 'timeout-after':
        this.#apply(code, order, amount)
        return { kind: 'hang' }
      case 'late-status':
        this.#apply(code, order, amount, this.#timing.after(LATE_STATUS_MS))
        return { kind: 'hang' }
      case 'error-after':
        this.#apply(code, order, amount)
        return { kind: 'error', status: 500 }
      case 'duplicate-id':
        this.#apply(code, order, amount)
        return { kind: 'error', status: 409 }
      case 'partial':
        return { kind: 'answer', state: this.#apply(code, order, fromMinorUnits(amount / 2n)) }
      case 'wrong-ratio':
        return { kind: 'answer', state: this.#apply(code, order, fromMinorUnits(amount / 10n)) }
      case 'slow':
        this.#write(code, order, { status: 'pending' }, 0, this.#timing.after(SLOW_TRANSFER_MS))
        return { kind: 'slow' }
      default:
        return { kind: 'answer', state: this.#apply(code, order, amount) }
    }
  }

  #refuse(code: GameCode, order: GameTransferOrder, reason: string): TransferOutcome {
    const state = { status: 'refused', reason } as const
    this.#write(code, order, state, 0, null)
    return { kind: 'answer', state }
  }

  /** Moves `moved` credits if the whole asked amount is there, and keeps what came of it. */
  #apply(code: GameCode, order: GameTransferOrder, moved: Minor, visibleAtMs = 0): GameTransferState {
    const state = this.#move(code, order, moved)
    this.#write(code, order, state, visibleAtMs, null)
    return state
  }

  #move(code: GameCode, order: GameTransferOrder, moved: Minor): GameTransferState {
    const reaches = order.type === 'deposit' || this.#accounts.balance(code, order.username) >= order.amount
    const change = order.type === 'deposit' ? moved : negate(moved)
    const { username, transferId } = order
    const balance = reaches ? this.#accounts.applyTransfer(code, username, transferId, change) : null
    if (balance === null) return { status: 'refused', reason: 'INSUFFICIENT' }
    return { status: 'success', amount: moved, balance }
  }

  #write(
    code: GameCode,
    order: GameTransferOrder,
    state: GameTransferState,
    visibleAtMs: number,
    dueAtMs: number | null,
  ): void {
    const isSuccess = state.status === 'success'
    this.#store.run(
      `INSERT INTO game_transfer
         (code, transfer_id, username, type, requested, moved, balance, reason, status, visible_at, due_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET moved = excluded.moved, balance = excluded.balance, reason = excluded.reason,
         status = excluded.status, due_at = excluded.due_at`,
      ...[code, order.transferId, order.username, order.type, order.amount],
      ...[isSuccess ? state.amount : 0n, isSuccess ? state.balance : 0n],
      ...[
        state.status === 'refused' ? state.reason : null,
        state.status,
        visibleAtMs,
        dueAtMs,
        this.#timing.now(),
      ],
    )
  }

  /** Applies what was put off and has fallen due, also when it was put off before a restart. */
  work(): void {
    const due = this.#store.all(
      "SELECT * FROM game_transfer WHERE status = 'pending' AND due_at <= ?",
      this.#timing.now(),
    )
    for (const row of due) {
      const code = gameCode(textOf(row, 'code'))
      if (!code) continue
      const order: GameTransferOrder = {
        transferId: textOf(row, 'transfer_id'),
        username: textOf(row, 'username'),
        type: textOf(row, 'type') === 'withdraw' ? 'withdraw' : 'deposit',
        amount: minorOf(row, 'requested'),
      }
      this.#store.transaction(() => this.#apply(code, order, order.amount))
    }
  }

  /** Every order behind a cursor that a status call would find, oldest first, and the cursor to go on from. */
  list(code: GameCode, after: bigint, limit: number) {
    const rows = this.#store.all(
      `SELECT rowid AS position, * FROM game_transfer WHERE code = ? AND rowid > ? AND visible_at <= ? ORDER BY rowid LIMIT ?`,
      code,
      after,
      this.#timing.now(),
      limit,
    )
    const lines = rows.map((row) => ({
      transferId: textOf(row, 'transfer_id'),
      username: textOf(row, 'username'),
      type: textOf(row, 'type'),
      state: stateOf(row),
    }))
    const last = rows.at(-1)
    return { lines, cursor: last ? String(last.position) : String(after) }
  }

  /** Newest first. Of one that moved nothing the amount is what was asked for. */
  of(code: GameCode, username: string): GameTransferLine[] {
    const sql =
      'SELECT * FROM game_transfer WHERE code = ? AND username = ? ORDER BY created_at DESC, rowid DESC'
    return this.#store.all(sql, code, username).map((row) => ({
      transferId: textOf(row, 'transfer_id'),
      type: textOf(row, 'type'),
      amount: minorOf(row, textOf(row, 'status') === 'success' ? 'moved' : 'requested'),
      status: textOf(row, 'status'),
      createdAtMs: numberOf(row, 'created_at'),
    }))
  }
}
