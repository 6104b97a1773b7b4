import { type AskContext, askBalances, STALE_FOR } from './ask-balances.ts'

/** Members asked about in one turn of the worker. */
const MOST = 10
/** One that does not answer, or tells what cannot be believed yet, is asked again after so long. */
const PAUSE = '10 seconds'

/**
 * Asks the games that transfers beside each other, or one whose outcome was unknown, have left in doubt, as soon as what they tell can be believed: what a player is shown gets right
 * without their doing, and whatever waits for it goes on. Of each game the one that has waited longest comes first, and then the next of each: however
 * many a silent game leaves in doubt, they take no other's turn.
 */
export async function askDoubtful(context: AskContext): Promise<void> {
  const due = await context.database.query<{ memberId: bigint }>(
    `with waiting as (
       select member_id, game_code, waits_since, row_number() over (partition by game_code order by waits_since, member_id) as turn
       from game_account, coalesce(greatest(doubt_asked_at, moved_at), '-infinity') as waits_since
       where doubt_minor > 0 and coalesce(moved_at, '-infinity') <= now() - interval '${STALE_FOR}'
         and not exists (
           select 1 from game_transfer t where t.member_id = game_account.member_id and t.game_code = game_account.game_code and t.state = 'open')
         and (doubt_asked_at is null or doubt_asked_at <= greatest(moved_at, now() - interval '${PAUSE}'))
     ), due as (
       update game_account set doubt_asked_at = now() where (member_id, game_code) in (
         select a.member_id, a.game_code from waiting w join game_account a using (member_id, game_code)
         order by w.turn, w.waits_since limit $1 for update of a skip locked)
       returning member_id)
     select distinct member_id from due`,
    [MOST],
  )
  await Promise.all(due.map(({ memberId }) => askBalances(context, memberId)))
}
