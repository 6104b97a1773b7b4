import { type AskContext, askBalances, STALE_FOR } from './ask-balances.ts'

/** Members asked about in one turn of the worker. */
const MOST = 10
/** One that does not answer, or tells what cannot be believed yet, is asked again after so long. */
const PAUSE = '10 seconds'

/**
 * Asks the games that transfers beside each other have left in doubt, as soon as what they tell can be believed: what a player is shown gets right
 * without their doing, and whatever waits for it goes on.
 */
export async function askDoubtful(context: AskContext): Promise<void> {
  const due = await context.database.query<{ memberId: bigint }>(
    `with due as (
       update game_account set doubt_asked_at = now() where (member_id, game_code) in (
         select member_id, game_code from game_account
         where doubt_minor > 0 and moved_at <= now() - interval '${STALE_FOR}'
           and (doubt_asked_at is null or doubt_asked_at <= greatest(moved_at, now() - interval '${PAUSE}'))
         order by moved_at limit $1 for update skip locked)
       returning member_id)
     select distinct member_id from due`,
    [MOST],
  )
  await Promise.all(due.map(({ memberId }) => askBalances(context, memberId)))
}
