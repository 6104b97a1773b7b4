import type { Logger } from 'pino'
import type { Database } from '../database.ts'
import { headText } from './audit-chain.ts'
import { type Reconciling, reconcile } from './reconcile.ts'

/** How long one worker has a night to itself. */
const LEASE = '30 minutes'
const MOST_TRIES = 8
const SHOWN_IN_LOG = 50

/**
 * Takes the last night that is due, for this worker alone: once over all workers, again when the one that had it died, and again after a
 * while when something could not be asked. Nights that nobody was up for are in it: it begins where the last whole ones ended. An
 * installation has no nights from before it was made.
 */
async function claimNight(
  database: Database,
  timeZone: string,
  hour: number,
): Promise<{ readonly id: bigint; readonly night: string } | null> {
  const [row] = await database.query<{ id: bigint; night: string }>(
    `with clock as (select now() at time zone $1 as at),
       due as (select case when extract(hour from at) >= $2::int then at::date else at::date - 1 end as night from clock)
     insert into reconciliation as r (night, next_try_at)
       select night, now() + interval '${LEASE}' from due
       where (select min(applied_at) from migration) < (night + make_interval(hours => $2::int)) at time zone $1
       on conflict (night) do update set state = 'running', finished_at = null, started_at = now(),
         tries = r.tries + 1, next_try_at = now() + interval '${LEASE}'
       where r.state in ('running', 'incomplete') and r.next_try_at <= now() and r.tries < ${MOST_TRIES}
     returning id, night::text`,
    [timeZone, hour],
  )
  return row ?? null
}

/** Compares the books with the outside world when the night has come. Answers whether it did. */
export async function reconcileNight(work: Reconciling, log: Logger): Promise<boolean> {
  const { timeZone, reconcileHour } = work.operator.current()
  const claimed = await claimNight(work.database, timeZone, reconcileHour)
  if (!claimed) return false
  const report = await reconcile(work, claimed.id)
  const { state, compared, unseen, differences, head } = report
  const said = {
    night: claimed.night,
    state,
    compared,
    unseen,
    differences: differences.length,
    head: headText(head),
  }
  if (state === 'equal') log.info(said, 'reconciled: zero differences')
  else log.error(said, 'reconciled: the books differ, or could not all be compared')
  for (const one of differences.slice(0, SHOWN_IN_LOG)) log.error(one, 'a difference')
  return true
}
