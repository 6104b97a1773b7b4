import type { Minor } from '@kapao/money/minor'
import type { ListPage } from './outcome.ts'

/** How a gift stands at its issuer, as far as we are concerned. */
export type GiftStanding =
  /** Nobody has it yet. */
  | { readonly kind: 'open'; readonly amount: Minor }
  /** Our number has it: it is paid to us, whichever of our calls did it. Null: the issuer does not say how much of it. */
  | { readonly kind: 'ours'; readonly amount: Minor | null }
  /** Somebody else has it. */
  | { readonly kind: 'taken' }
  /** No gift, or none any more. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** The port to the issuer of gift links. Redeeming is not repeatable there: after a lost answer, ask. Amounts are in baht. */
export interface VoucherIssuer {
  verify(code: string, mobile: string): Promise<GiftStanding>
  redeem(code: string, mobile: string): Promise<GiftStanding>
  /** What a number of ours has taken. */
  listTaken(
    mobile: string,
    cursor: string,
  ): Promise<ListPage<{ readonly code: string; readonly amount: Minor }>>
}
