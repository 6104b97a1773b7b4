import { announceDeposit } from '@kapao/contract/wallet'
import { refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { offeredAccounts } from '../operator/accounts.ts'

/** "I am about to transfer this much": written down for whoever looks at unmatched money; it credits nothing. */
export function mountAnnounce(context: RouteContext): void {
  const { database, operator, limits } = context
  mount(context, announceDeposit, async ({ body, member }) => {
    const perMinute = operator.current().depositAnnouncementsPerMinute
    const retryAfter = await limits.hit(`announce:${member.id}`, perMinute)
    if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
    if (body.amount <= 0n) return refuse('TRANSFER_MINIMUM', { field: 'amount' })
    const offered = offeredAccounts(operator.current(), ['deposit'], member.currency)
    if (offered.length === 0) return refuse('NO_BANK')
    await database.query('insert into deposit_announcement (member_id, amount_minor) values ($1, $2)', [
      member.id,
      body.amount,
    ])
    return { message: 'SUCCESS' as const }
  })
}
