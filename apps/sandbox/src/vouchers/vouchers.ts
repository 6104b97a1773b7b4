import { randomBytes } from 'node:crypto'
import { type Minor, toDecimalText, ZERO } from '@kapao/money/minor'
import type { VoucherFault } from '../faults/catalogue.ts'
import type { FaultSwitches } from '../faults/fault-switches.ts'
import { minorOf, numberOf, type Store, textOf, textOrNull } from '../store.ts'

/** What the issuer says of a gift, in its own words. */
export type VoucherStatus =
  | 'SUCCESS'
  | 'VOUCHER_OUT_OF_STOCK'
  | 'TARGET_USER_REDEEMED'
  | 'VOUCHER_EXPIRED'
  | 'VOUCHER_NOT_FOUND'
  | 'TARGET_USER_NOT_FOUND'

type Gift = {
  readonly code: string
  readonly amount: Minor
  readonly createdAtMs: number
  readonly fault: string | null
  readonly takenBy: string | null
}

export type VoucherAnswer = {
  readonly status: VoucherStatus
  readonly gift: Gift | null
  readonly mobile: string
}

/** Nobody's number: who took a gift before us. */
const SOMEBODY = '0700000099'
const GIFT_SQL = `SELECT v.code, v.amount, v.created_at, f.fault, r.mobile FROM voucher v
  LEFT JOIN voucher_fault f ON f.code = v.code LEFT JOIN voucher_redemption r ON r.code = v.code`

/** The issuer of gift links. One gift is taken by one number, once; taking it again is refused, also to the one who has it. */
export class Vouchers {
  readonly #store: Store
  readonly #faults: FaultSwitches

  constructor(store: Store, faults: FaultSwitches) {
    this.#store = store
    this.#faults = faults
  }

  /** A new gift; `fault` is what will go wrong with this one. */
  create(amount: Minor, fault: VoucherFault | null): string {
    const code = randomBytes(12).toString('hex')
    this.#store.transaction(() => {
      this.#store.run(
        'INSERT INTO voucher (code, amount, created_at) VALUES (?, ?, ?)',
        code,
        amount,
        Date.now(),
      )
      if (fault) this.#afflict(code, fault)
    })
    return code
  }

  latest(limit: number): Gift[] {
    return this.#store
      .all(`${GIFT_SQL} ORDER BY v.created_at DESC, v.rowid DESC LIMIT ?`, limit)
      .map(readGift)
  }

  /** What a number has taken, behind a cursor, oldest first, and the cursor to go on from. */
  takenBy(mobile: string, after: bigint, limit: number) {
    const rows = this.#store.all(
      `SELECT r.rowid AS position, r.code, v.amount FROM voucher_redemption r JOIN voucher v ON v.code = r.code
       WHERE r.mobile = ? AND r.rowid > ? ORDER BY r.rowid LIMIT ?`,
      mobile,
      after,
      limit,
    )
    const last = rows.at(-1)
    return {
      gifts: rows.map((row) => ({
        voucher: textOf(row, 'code'),
        amount_baht: toDecimalText(minorOf(row, 'amount')),
      })),
      cursor: last ? String(last.position) : String(after),
    }
  }

  verify(code: string, mobile: string): VoucherAnswer {
    this.#meetFaults(code)
    const gift = this.#find(code)
    return { status: standing(gift, mobile), gift, mobile }
  }

  /** `hangs`: the gift was taken, but the answer gets lost. */
  redeem(code: string, mobile: string): VoucherAnswer & { readonly hangs: boolean } {
    return this.#store.transaction(() => {
      const answer = this.verify(code, mobile)
      if (answer.status !== 'SUCCESS') return { ...answer, hangs: false }
      this.#store.run(
        'INSERT INTO voucher_redemption (code, mobile, at) VALUES (?, ?, ?)',
        code,
        mobile,
        Date.now(),
      )
      const hangs =
        answer.gift?.fault === 'timeout-after' || this.#faults.take('voucher', ['timeout-after']) !== null
      return { ...answer, gift: this.#find(code), hangs }
    })
  }

  #find(code: string): Gift | null {
    const row = this.#store.get(`${GIFT_SQL} WHERE v.code = ?`, code)
    return row ? readGift(row) : null
  }

  /** A switched-on fault befalls the gift that is asked for, for good, unless somebody has it already. */
  #meetFaults(code: string): void {
    const gift = this.#find(code)
    if (!gift || gift.takenBy !== null) return
    const fault = this.#faults.take('voucher', ['expired', 'taken', 'no-ticket'])
    if (fault) this.#afflict(code, fault)
  }

  #afflict(code: string, fault: VoucherFault): void {
    if (fault === 'taken') {
      this.#store.run(
        'INSERT INTO voucher_redemption (code, mobile, at) VALUES (?, ?, ?)',
        code,
        SOMEBODY,
        Date.now(),
      )
    } else {
      this.#store.run('INSERT OR REPLACE INTO voucher_fault (code, fault) VALUES (?, ?)', code, fault)
    }
  }
}

/** What a giver sends around. */
export function giftLink(code: string): string {
  return `https://gift.truemoney.com/campaign/?v=${code}`
}

function readGift(row: Parameters<typeof textOf>[0]): Gift {
  return {
    code: textOf(row, 'code'),
    amount: minorOf(row, 'amount'),
    createdAtMs: numberOf(row, 'created_at'),
    fault: textOrNull(row, 'fault'),
    takenBy: textOrNull(row, 'mobile'),
  }
}

function standing(gift: Gift | null, mobile: string): VoucherStatus {
  if (!gift) return 'VOUCHER_NOT_FOUND'
  if (!/^0\d{9}$/.test(mobile)) return 'TARGET_USER_NOT_FOUND'
  if (gift.takenBy === mobile) return 'TARGET_USER_REDEEMED'
  if (gift.takenBy !== null) return 'VOUCHER_OUT_OF_STOCK'
  return gift.fault === 'expired' ? 'VOUCHER_EXPIRED' : 'SUCCESS'
}

/** The issuer's JSON. Its amounts are texts, and the ticket is there only for the one who has it, and with `no-ticket` not even for them. */
export function voucherBody({ status, gift, mobile }: VoucherAnswer): object {
  const taken = gift?.takenBy === null ? ZERO : (gift?.amount ?? ZERO)
  const showsTicket = gift?.takenBy === mobile && gift.fault !== 'no-ticket'
  return {
    status: { code: status, message: status.toLowerCase().replaceAll('_', ' ') },
    data: gift && {
      voucher: {
        amount_baht: toDecimalText(gift.amount),
        redeemed_amount_baht: toDecimalText(taken),
        member: 1,
        available: gift.takenBy === null ? 1 : 0,
        status: gift.takenBy === null ? 'active' : 'redeemed',
      },
      owner_profile: { full_name: 'SANDBOX GIVER' },
      my_ticket: showsTicket ? { mobile, amount_baht: toDecimalText(gift.amount) } : null,
    },
  }
}
