import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { headText } from '../staff/audit-chain.ts'
import { type Reconciling, type Report, reconcile } from './reconcile.ts'

const SHOWN_IN_LOG = 50

/** That somebody did not answer: the night is to be tried again. */
export class NightIncomplete extends Error {
  override readonly name = 'NightIncomplete'
}

/**
 * Begins the last night that has come, anew where a try before came to no end, or could not ask somebody. Null when it is done. Nights that
 * nobody was up for are in it: it begins where the last whole ones ended.
 */
async function beginNight(
  database: Database,
  timeZone: string,
  hour: number,
): Promise<{ readonly id: bigint; readonly night: string } | null> {
  // Until when it is left alone is read by the release before, whose workers find their nights by it; when that one is gone, the column can go.
  const [row] = await database.query<{ id: bigint; night: string }>(
    `with clock as (select now() at time zone $1 as at),
       due as (select case when extract(hour from at) >= $2::int then at::date else at::date - 1 end as night from clock)
     insert into reconciliation as r (night, next_try_at)
       select night, now() + interval '30 minutes' from due
       on conflict (night) do update set state = 'running', finished_at = null, started_at = now(),
         tries = r.tries + 1, next_try_at = excluded.next_try_at
       where r.state in ('running', 'incomplete')
     returning id, night::text`,
    [timeZone, hour],
  )
  return row ?? null
}

function tell({ id, state, compared, unseen, differences, head }: Report, night: string) {
  return {
    report: String(id),
    night,
    state,
    compared,
    unseen,
    differences: differences.length,
    head: headText(head),
  }
}

/**
 * Compares the books with the outside world for the last night. Answers with what came of it, null when the night was done before. Throws when
 * not everything could be compared.
 */
export async function reconcileNight(
  work: Reconciling,
  log: Logger,
): Promise<ReturnType<typeof tell> | null> {
  const { timeZone, reconcileHour } = work.operator.current()
  const begun = await beginNight(work.database, timeZone, reconcileHour)
  if (!begun) return null
  const report = await reconcile(work, begun.id)
  const told = tell(report, begun.night)
  if (report.state !== 'equal') log.error(told, 'reconciled: the books differ, or could not all be compared')
  // What each side says of it names accounts, which no log does: that is in the database.
  for (const { kind, subject } of report.differences.slice(0, SHOWN_IN_LOG))
    log.error({ kind, subject }, 'a difference')
  if (report.state === 'incomplete') throw new NightIncomplete('not everything could be compared')
  return told
}
