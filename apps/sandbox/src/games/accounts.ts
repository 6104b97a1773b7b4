import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { add, type Minor } from '@kapao/money/minor'
import type { FaultSwitches } from '../faults/fault-switches.ts'
import { minorOf, numberOf, type Row, type Store, textOf, textOrNull } from '../store.ts'
import { STALE_BALANCE_MS, type Timing } from '../timing.ts'
import { Refused } from '../wire.ts'
import type { GameCode } from './catalogue.ts'

export type TicketKind = 'launch' | 'login-form' | 'session'

// Play accounts with passwords that the operator made up: a light hash is enough, and none lies here in the clear.
const SCRYPT_COST = { N: 1024 }
const KEY_BYTES = 32

const TICKET_LIFE_MS: Record<TicketKind, number> = {
  launch: 10 * 60_000,
  'login-form': 30 * 60_000,
  session: 12 * 3_600_000,
}

function hashPassword(password: string): string {
  const salt = randomBytes(16)
  return `${salt.toString('hex')}:${scryptSync(password, salt, KEY_BYTES, SCRYPT_COST).toString('hex')}`
}

function passwordFits(password: string, hash: string): boolean {
  const [salt = '', key = ''] = hash.split(':')
  const given = scryptSync(password, Buffer.from(salt, 'hex'), KEY_BYTES, SCRYPT_COST)
  return timingSafeEqual(given, Buffer.from(key, 'hex'))
}

/** A balance, and the last transfer that it counts. */
export type GameBalance = { readonly balance: Minor; readonly after: string | null }

/** The players' accounts at each provider, in hundredths of a credit. */
export class GameAccounts {
  readonly #store: Store
  readonly #faults: FaultSwitches
  readonly #timing: Timing

  constructor(store: Store, faults: FaultSwitches, timing: Timing) {
    this.#store = store
    this.#faults = faults
    this.#timing = timing
  }

  #row(code: GameCode, username: string): Row | undefined {
    return this.#store.get('SELECT * FROM game_account WHERE code = ? AND username = ?', code, username)
  }

  #requireRow(code: GameCode, username: string): Row {
    const row = this.#row(code, username)
    if (!row) throw new Refused(404, 'NO_ACCOUNT', 'this provider has no such account')
    return row
  }

  create(code: GameCode, username: string, password: string): void {
    const fault = this.#faults.take(`game:${code}`, ['exists'])
    const isNew = !this.#row(code, username)
    if (isNew) {
      const sql = 'INSERT INTO game_account (code, username, password_hash, created_at) VALUES (?, ?, ?, ?)'
      this.#store.run(sql, code, username, hashPassword(password), this.#timing.now())
    }
    if (!isNew || fault === 'exists') throw new Refused(409, 'EXISTS', 'this account exists already')
  }

  setPassword(code: GameCode, username: string, password: string): void {
    this.#requireRow(code, username)
    const sql = 'UPDATE game_account SET password_hash = ? WHERE code = ? AND username = ?'
    this.#store.run(sql, hashPassword(password), code, username)
  }

  passwordIsRight(code: GameCode, username: string, password: string): boolean {
    const row = this.#row(code, username)
    return row !== undefined && passwordFits(password, textOf(row, 'password_hash'))
  }

  exists(code: GameCode, username: string): boolean {
    return this.#row(code, username) !== undefined
  }

  balance(code: GameCode, username: string): Minor {
    return minorOf(this.#requireRow(code, username), 'balance')
  }

  /** The balance as the provider's API tells it: with `stale-balance` on, that of before the last transfer, with the one before as the last. */
  reportedBalance(code: GameCode, username: string): GameBalance {
    const last = this.#store.get(
      'SELECT * FROM game_last_transfer WHERE code = ? AND username = ?',
      code,
      username,
    )
    const row = this.#requireRow(code, username)
    const isFresh =
      this.#timing.now() < numberOf(row, 'transferred_at') + this.#timing.scaled(STALE_BALANCE_MS)
    if (isFresh && this.#faults.take(`game:${code}`, ['stale-balance']))
      return {
        balance: minorOf(row, 'previous_balance'),
        after: last ? textOrNull(last, 'previous_id') : null,
      }
    return { balance: minorOf(row, 'balance'), after: last ? textOf(last, 'transfer_id') : null }
  }

  /** Adds to (or takes from) a balance for a transfer and says what it is then; null when it would fall below zero. */
  applyTransfer(code: GameCode, username: string, transferId: string, change: Minor): Minor | null {
    const before = this.balance(code, username)
    const after = add(before, change)
    if (after < 0n) return null
    this.#store.run(
      `UPDATE game_account SET balance = ?, previous_balance = ?, transferred_at = ? WHERE code = ? AND username = ?`,
      ...[after, before, this.#timing.now(), code, username],
    )
    this.#store.run(
      `INSERT INTO game_last_transfer (code, username, transfer_id) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET previous_id = transfer_id, transfer_id = excluded.transfer_id`,
      ...[code, username, transferId],
    )
    return after
  }

  /** A round's win or loss; null when the credits do not reach. */
  applyRound(code: GameCode, username: string, result: Minor): Minor | null {
    return this.#store.transaction(() => {
      const after = add(this.balance(code, username), result)
      if (after < 0n) return null
      this.#store.run(
        'UPDATE game_account SET balance = ? WHERE code = ? AND username = ?',
        after,
        code,
        username,
      )
      const sql = 'INSERT INTO game_round (code, username, result, at) VALUES (?, ?, ?, ?)'
      this.#store.run(sql, code, username, result, this.#timing.now())
      return after
    })
  }

  latest(limit: number): { code: string; username: string; balance: Minor }[] {
    const sql = 'SELECT * FROM game_account ORDER BY max(transferred_at, created_at) DESC, rowid DESC LIMIT ?'
    return this.#store.all(sql, limit).map((row) => ({
      code: textOf(row, 'code'),
      username: textOf(row, 'username'),
      balance: minorOf(row, 'balance'),
    }))
  }

  issueTicket(kind: TicketKind, code: GameCode, username: string | null): string {
    const ticket = randomBytes(24).toString('base64url')
    this.#store.run('DELETE FROM game_ticket WHERE expires_at < ?', this.#timing.now())
    const sql = 'INSERT INTO game_ticket (ticket, kind, code, username, expires_at) VALUES (?, ?, ?, ?, ?)'
    this.#store.run(sql, ticket, kind, code, username, this.#timing.now() + TICKET_LIFE_MS[kind])
    return ticket
  }

  /** Whose ticket it is ("" for one of nobody's); null when it is unknown or over. A launch or form ticket works once. */
  useTicket(kind: TicketKind, code: GameCode, ticket: string): string | null {
    const sql =
      'SELECT username FROM game_ticket WHERE ticket = ? AND kind = ? AND code = ? AND expires_at >= ?'
    const row = this.#store.get(sql, ticket, kind, code, this.#timing.now())
    if (!row) return null
    if (kind !== 'session') this.#store.run('DELETE FROM game_ticket WHERE ticket = ?', ticket)
    return row.username === null ? '' : textOf(row, 'username')
  }

  endSession(ticket: string): void {
    this.#store.run("DELETE FROM game_ticket WHERE ticket = ? AND kind = 'session'", ticket)
  }
}
