import { codeTyped } from '@kapao/contract/text'
import { roundDownToCoin } from '@kapao/money/currency'
import { type Minor, shareOf, ZERO } from '@kapao/money/minor'
import * as v from 'valibot'
import type { Queries } from '../database/database.ts'
import { invitePercent } from '../operator/settings.ts'

/** Keeps who invited a new member: the code is "PR" and the inviter's public id. An unknown one invites nobody and stops nobody. */
export async function keepInviter(tx: Queries, inviteeId: bigint, inviteCode: string): Promise<void> {
  const code = codeTyped(inviteCode)
  if (!code.startsWith('PR')) return
  await tx.query(
    `insert into invite (invitee_id, inviter_id) select $1, id from member where public_id = $2 and id <> $1
     on conflict do nothing`,
    [inviteeId, code.slice('PR'.length)],
  )
}

interface Waiting {
  readonly settings: unknown
  readonly isSameCurrency: boolean
  readonly currency: string
}

/** What decides on the inviter's share, as it stands in the database. */
const earning = v.object({ inviteActive: v.literal(true), invitePercent })

/**
 * A deposit has settled in this transaction: if it is the first of somebody's friend, the inviter has earned their share of it. Only in
 * the inviter's own currency; and what settles while inviting is switched off earns nothing. Neither does nonsense in the settings, which
 * whoever reads them tells of: money that came in must not wait for what it earns somebody else.
 */
export async function earnInvite(tx: Queries, inviteeId: bigint, amount: Minor): Promise<void> {
  const [waiting] = await tx.query<Waiting>(
    `select inviter.currency = invitee.currency as is_same_currency, inviter.currency,
       (select jsonb_object_agg(name, value) from operator_setting
         where name in ('inviteActive', 'invitePercent')) as settings
     from invite i join member inviter on inviter.id = i.inviter_id join member invitee on invitee.id = i.invitee_id
     where i.invitee_id = $1 and i.deposited_at is null`,
    [inviteeId],
  )
  if (!waiting) return
  const settings = v.safeParse(earning, waiting.settings)
  const percent = settings.success && waiting.isSameCurrency ? settings.output.invitePercent : 0
  const share = shareOf(amount, percent)
  const earned = percent > 0 ? roundDownToCoin(share, waiting.currency) : ZERO
  await tx.query(
    'update invite set earned_minor = $2, deposited_at = now() where invitee_id = $1 and deposited_at is null',
    [inviteeId, earned],
  )
}
