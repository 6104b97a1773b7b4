import type { Minor } from '@kapao/money/minor'
import type { GiftStanding, VoucherIssuer } from '../src/gateways/voucher.ts'

/** How the next redemptions go. */
export type GiftScript = 'ok' | 'lost-before' | 'lost-after' | 'down'

/** An issuer of gifts in memory: each is taken once. */
export class FakeIssuer implements VoucherIssuer {
  readonly gifts = new Map<string, { readonly amount: Minor; takenBy: string | null; isExpired: boolean }>()
  script: GiftScript = 'ok'
  /** Verify calls that get no answer. */
  lostVerifies = 0
  /** Numbers whose list it does not tell. */
  readonly silentNumbers = new Set<string>()
  redeemCalls = 0
  /** How often a gift really changed hands. */
  takings = 0

  issue(code: string, amount: Minor): void {
    this.gifts.set(code, { amount, takenBy: null, isExpired: false })
  }

  async verify(code: string, mobile: string): Promise<GiftStanding> {
    if (this.script === 'down') return { kind: 'unknown', reason: 'TimeoutError' }
    if (this.lostVerifies > 0) {
      this.lostVerifies -= 1
      return { kind: 'unknown', reason: 'TimeoutError' }
    }
    const gift = this.gifts.get(code)
    if (!gift) return { kind: 'refused', reason: 'VOUCHER_NOT_FOUND' }
    if (gift.takenBy !== null) {
      return gift.takenBy === mobile ? { kind: 'ours', amount: gift.amount } : { kind: 'taken' }
    }
    return gift.isExpired
      ? { kind: 'refused', reason: 'VOUCHER_EXPIRED' }
      : { kind: 'open', amount: gift.amount }
  }

  async listTaken(mobile: string, cursor: string) {
    if (this.script === 'down' || this.silentNumbers.has(mobile)) return null
    const all = [...this.gifts].filter(([, gift]) => gift.takenBy === mobile)
    const items = all.map(([code, { amount }]) => ({ code, amount }))
    return { items: items.slice(Number(cursor)), cursor: String(items.length) }
  }

  async redeem(code: string, mobile: string): Promise<GiftStanding> {
    this.redeemCalls += 1
    if (this.script === 'lost-before') return { kind: 'unknown', reason: 'TimeoutError' }
    const gift = this.gifts.get(code)
    if (gift && gift.takenBy === null && !gift.isExpired) {
      gift.takenBy = mobile
      this.takings += 1
      if (this.script === 'ok') return { kind: 'ours', amount: gift.amount }
      return { kind: 'unknown', reason: 'TimeoutError' }
    }
    return this.verify(code, mobile)
  }
}
