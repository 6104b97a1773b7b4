import { type AskContext, askBalances } from '../games/ask-balances.ts'
import { CHOICE_HELD_FOR } from './choose.ts'

/** Members asked about in one turn: with a turn a second this bounds how often the providers are asked. */
const MOST = 20

/**
 * Asks the games about members with a condition while nobody looks, each every `conditionLookSeconds`. A chosen one is looked at too, a quarter as often and
 * after all that run, so that its base is nearly right even where a game is silent when the deposit comes; but not for ever. Answers how many it looked at.
 */
export async function lookAtConditions(context: AskContext): Promise<number> {
  const { database, operator } = context
  const due = await database.query<{ memberId: bigint }>(
    `update condition set next_look_at = case
         when state = 'chosen' and chosen_at < now() - interval '${CHOICE_HELD_FOR}' then 'infinity'
         else now() + make_interval(secs => $2 * case state when 'chosen' then 4 else 1 end) end
     where id in (
       select id from condition where state in ('chosen', 'running') and next_look_at <= now()
       order by state = 'chosen', next_look_at limit $1 for update skip locked)
     returning member_id`,
    [MOST, operator.current().conditionLookSeconds],
  )
  await Promise.all(due.map(({ memberId }) => askBalances(context, memberId)))
  return due.length
}
