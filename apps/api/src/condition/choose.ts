import type { Queries } from '../database/database.ts'
import type { Bonus, Offer } from '../operator/offers.ts'
import type { Member } from '../session/session.ts'

/**
 * How long a choice holds its place against others, and is looked at. It lasts until the next deposit, whenever that comes: only where a bonus is full does the
 * next who wants it have the place of one that is older.
 */
export const CHOICE_HELD_FOR = '7 days'

/** Writes down what a member has chosen, with its terms as they are now. Only after lockActive has answered null. */
export async function choose(
  tx: Queries,
  member: Member,
  kind: 'bonus' | 'promotion',
  offer: Offer | Bonus,
): Promise<void> {
  await tx.query(
    `insert into condition (member_id, kind, code, description, percent, cap_minor, min_deposit_minor, success_percent, fail_percent, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'chosen')`,
    [
      member.id,
      kind,
      offer.code,
      offer.description,
      offer.percent,
      offer.cap[member.currency] ?? null,
      offer.minDeposit[member.currency] ?? null,
      offer.successPercent,
      offer.failPercent,
    ],
  )
}
