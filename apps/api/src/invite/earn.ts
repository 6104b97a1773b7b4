import { roundDownToCoin } from '@kapao/money/currency'
import { type Minor, shareOf, ZERO } from '@kapao/money/minor'
import type { Queries } from '../database.ts'

/** Keeps who invited a new member: the code is "PR" and the inviter's public id. An unknown one invites nobody and stops nobody. */
export async function keepInviter(tx: Queries, inviteeId: bigint, inviteCode: string): Promise<void> {
  const code = inviteCode.trim().toUpperCase()
  if (!code.startsWith('PR')) return
  await tx.query(
    `insert into invite (invitee_id, inviter_id) select $1, id from member where public_id = $2 and id <> $1
     on conflict do nothing`,
    [inviteeId, code.slice('PR'.length)],
  )
}

interface Waiting {
  readonly percent: number | null
  readonly isActive: boolean | null
  readonly isSameCurrency: boolean
  readonly currency: string
}

/**
 * A deposit has settled in this transaction: if it is the first of somebody's friend, the inviter has earned their share of it. Only in
 * the inviter's own currency; and what settles while inviting is switched off earns nothing.
 */
export async function earnInvite(tx: Queries, inviteeId: bigint, amount: Minor): Promise<void> {
  const [waiting] = await tx.query<Waiting>(
    `select inviter.currency = invitee.currency as is_same_currency, inviter.currency,
       (select value::int from operator_setting where name = 'invitePercent') as percent,
       (select value::boolean from operator_setting where name = 'inviteActive') as is_active
     from invite i join member inviter on inviter.id = i.inviter_id join member invitee on invitee.id = i.invitee_id
     where i.invitee_id = $1 and i.deposited_at is null`,
    [inviteeId],
  )
  if (!waiting) return
  const isEarning = waiting.isActive === true && waiting.isSameCurrency
  const share = shareOf(amount, BigInt(waiting.percent ?? 0) * 100n)
  const earned = isEarning ? roundDownToCoin(share, waiting.currency) : ZERO
  await tx.query(
    'update invite set earned_minor = $2, deposited_at = now() where invitee_id = $1 and deposited_at is null',
    [inviteeId, earned],
  )
}
