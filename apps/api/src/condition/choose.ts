import { fromWire, type Minor } from '@kapao/money/minor'
import type { Queries } from '../database.ts'
import type { Bonus, Offer } from '../operator/offers.ts'
import type { Member } from '../session/session.ts'

/** Writes down what a member has chosen, with its terms as they are now. Only after lockActive has answered null. */
export async function choose(
  tx: Queries,
  member: Member,
  kind: 'bonus' | 'promotion',
  offer: Offer | Bonus,
): Promise<void> {
  const inCurrency = (amounts: Offer['cap']): Minor | null => {
    const amount = amounts[member.currency]
    return amount === undefined ? null : fromWire(amount)
  }
  await tx.query(
    `insert into condition (member_id, kind, code, description, percent, cap_minor, min_deposit_minor, success_percent, fail_percent, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'chosen')`,
    [
      member.id,
      kind,
      offer.code,
      offer.description,
      offer.percent,
      inCurrency(offer.cap),
      inCurrency(offer.minDeposit),
      offer.successPercent,
      offer.failPercent,
    ],
  )
}
