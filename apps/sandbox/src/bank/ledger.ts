import { randomInt } from 'node:crypto'
import { fromMinorUnits, type Minor, negate } from '@kapao/money/minor'
import { minorOf, numberOf, type Row, type Store, textOf, textOrNull } from '../store.ts'
import {
  type Account,
  type Currency,
  currency as currencySchema,
  type NamedAccount,
  parseInput,
} from '../wire.ts'
import type { Region } from '../world.ts'

export type TransferKind = 'transfer' | 'qr' | 'payout'

export type BankTransfer = {
  readonly transRef: string
  readonly kind: TransferKind
  readonly from: NamedAccount
  readonly to: NamedAccount
  readonly amount: Minor
  readonly currency: Currency
  readonly atMs: number
}

export type AccountEntry = {
  readonly transRef: string
  /** Above zero into the account, below zero out of it. */
  readonly amount: Minor
  readonly atMs: number
  readonly counterparty: NamedAccount
}

export type KnownAccount = NamedAccount & {
  readonly role: 'operator' | 'person'
  readonly currency: Currency | null
}

const REFERENCE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
const BANGKOK_OFFSET_MS = 7 * 3_600_000

/** Twenty characters as on the banks' slips: the day, then twelve drawn at random. */
function newTransRef(atMs: number): string {
  const day = new Date(atMs + BANGKOK_OFFSET_MS).toISOString().slice(0, 10).replaceAll('-', '')
  const tail = Array.from({ length: 12 }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)])
  return day + tail.join('')
}

function readTransfer(row: Row): BankTransfer {
  const kind = textOf(row, 'kind')
  return {
    transRef: textOf(row, 'trans_ref'),
    kind: kind === 'qr' || kind === 'payout' ? kind : 'transfer',
    from: {
      bankCode: textOf(row, 'from_bank'),
      bankAccountNo: textOf(row, 'from_no'),
      bankAccountName: textOf(row, 'from_name'),
    },
    to: {
      bankCode: textOf(row, 'to_bank'),
      bankAccountNo: textOf(row, 'to_no'),
      bankAccountName: textOf(row, 'to_name'),
    },
    amount: minorOf(row, 'amount'),
    currency: parseInput(currencySchema, row.currency),
    atMs: numberOf(row, 'at'),
  }
}

/** Every account of every bank. Each starts at zero and may go below: the sandbox gives out play money. */
export class BankLedger {
  readonly #store: Store
  readonly #region: Region

  constructor(store: Store, region: Region) {
    this.#store = store
    this.#region = region
  }

  /** Writes one transfer between two accounts, made now or then; call it inside the transaction of what caused it. */
  move(transfer: Omit<BankTransfer, 'transRef' | 'atMs'>, atMs = Date.now()): BankTransfer {
    const { kind, from, to, amount, currency } = transfer
    const transRef = newTransRef(atMs)
    this.#store.run(
      'INSERT INTO bank_transfer VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[transRef, kind, from.bankCode, from.bankAccountNo, from.bankAccountName],
      ...[to.bankCode, to.bankAccountNo, to.bankAccountName, amount, currency, atMs],
    )
    return { ...transfer, transRef, atMs }
  }

  find(transRef: string): BankTransfer | null {
    const row = this.#store.get('SELECT * FROM bank_transfer WHERE trans_ref = ?', transRef)
    return row ? readTransfer(row) : null
  }

  /** Transfers into somebody's account, the last made first, whenever it says it was; what an operator paid out makes no player's slip. */
  latest(limit: number): BankTransfer[] {
    const sql = "SELECT * FROM bank_transfer WHERE kind <> 'payout' ORDER BY rowid DESC LIMIT ?"
    return this.#store.all(sql, limit).map(readTransfer)
  }

  /** Null for a number that never took part. Newest first; of one bank only where a code is given. */
  statement(
    bankAccountNo: string,
    bankCode: string | null,
  ): { balance: Minor; entries: AccountEntry[] } | null {
    const isHere = (account: Account): boolean =>
      account.bankAccountNo === bankAccountNo && (bankCode === null || account.bankCode === bankCode)
    const entries: AccountEntry[] = []
    const sql = 'SELECT * FROM bank_transfer WHERE from_no = ? OR to_no = ? ORDER BY at DESC, rowid DESC'
    for (const row of this.#store.all(sql, bankAccountNo, bankAccountNo)) {
      const { transRef, from, to, amount, atMs } = readTransfer(row)
      if (isHere(to)) entries.push({ transRef, amount, atMs, counterparty: from })
      if (isHere(from)) entries.push({ transRef, amount: negate(amount), atMs, counterparty: to })
    }
    if (entries.length === 0) return null
    return {
      balance: fromMinorUnits(entries.reduce((sum: bigint, entry) => sum + entry.amount, 0n)),
      entries,
    }
  }

  /** Remembers an account for the console. Once an operator's, always an operator's. */
  remember(account: NamedAccount, role: 'operator' | 'person', currency: Currency | null): void {
    this.#store.run(
      `INSERT INTO known_account VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
         account_name = CASE WHEN excluded.account_name = '-' THEN account_name ELSE excluded.account_name END,
         role = CASE WHEN role = 'operator' THEN role ELSE excluded.role END,
         currency = coalesce(excluded.currency, currency), seen_at = excluded.seen_at`,
      ...[account.bankCode, account.bankAccountNo, account.bankAccountName, role, currency, Date.now()],
    )
  }

  known(role: 'operator' | 'person', limit: number): KnownAccount[] {
    const sql = 'SELECT * FROM known_account WHERE role = ? ORDER BY seen_at DESC, rowid DESC LIMIT ?'
    return this.#store.all(sql, role, limit).map((row) => ({
      bankCode: textOf(row, 'bank_code'),
      bankAccountNo: textOf(row, 'account_no'),
      bankAccountName: textOf(row, 'account_name'),
      role,
      currency: row.currency === null ? null : parseInput(currencySchema, row.currency),
    }))
  }

  nameOf(account: Account): string {
    const sql = 'SELECT account_name FROM known_account WHERE bank_code = ? AND account_no = ?'
    const row = this.#store.get(sql, account.bankCode, account.bankAccountNo)
    return row ? textOf(row, 'account_name') : '-'
  }

  /** What an account is kept in, as far as a payout or a QR has told; else what the region pays with. */
  currencyOf(account: Account): Currency {
    const sql = 'SELECT currency FROM known_account WHERE bank_code = ? AND account_no = ?'
    const row = this.#store.get(sql, account.bankCode, account.bankAccountNo)
    const known = row ? textOrNull(row, 'currency') : null
    return known ? parseInput(currencySchema, known) : this.#region === 'la' ? 'LAK' : 'THB'
  }
}
