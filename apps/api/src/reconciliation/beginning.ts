import type { Database } from '../database/database.ts'

/** Where a comparison begins: with what came since then, and from where in the lists of the outside world. */
interface Beginning {
  readonly startedAt: Date
  readonly cursors: Record<string, string>
}

interface Earlier extends Beginning {
  readonly state: 'equal' | 'different'
  readonly since: Date | null
  readonly isSettled: boolean
}

/** The nights that are whole, and what was settled, which may be by hand. Another look by hand moves no night's beginning. */
const EARLIER = `select started_at, cursors, state, since, compared ? 'settled' as is_settled from reconciliation
  where state in ('equal', 'different') and (night is not null or compared ? 'settled')`

/** How long what differs is looked at again, while nobody settles it: after that it has been told every day, and each look has become a long one. */
const CARRIED_MS = 31 * 24 * 60 * 60 * 1000

/** Since when every night differs, and nothing was settled; null when the last one is equal. */
async function differingSince(database: Database): Promise<Date | null> {
  const [row] = await database.query<{ at: Date | null }>(
    `with earlier as (${EARLIER}) select min(started_at) as at from earlier
     where started_at > coalesce((select max(started_at) from earlier where state = 'equal' or is_settled), '-infinity')`,
  )
  return row?.at ?? null
}

/**
 * Null to begin with everything there ever was. While the last night differs, and nobody has settled that, where that one began: what is between
 * the books and the outside world is told again until it is gone. Else two nights back: each looks at what the one before has seen as well, so
 * that what came late, or was just under way, is never between two of them. What was settled is not looked at again.
 */
export async function beginningOf(database: Database): Promise<Beginning | null> {
  const [last, earlier] = await database.query<Earlier>(`${EARLIER} order by started_at desc limit 2`)
  if (!last) return null
  if (last.isSettled) return last
  const differing = await differingSince(database)
  if (differing === null || Date.now() - differing.getTime() > CARRIED_MS) return earlier ?? null
  if (last.since === null) return null
  // A moment of ours is whole milliseconds; the database's is finer.
  const [same] = await database.query<Beginning>(
    `${EARLIER} and started_at < $1::timestamptz + interval '1 millisecond' order by started_at desc limit 1`,
    [last.since],
  )
  return same ?? null
}

/**
 * Says of a comparison that somebody has settled what differed, and why. The report keeps what it found, and the reason. False, and nothing is settled,
 * where no report of that number is whole and differs, or where a night has looked since: that one may have found more than they have read of.
 */
export async function settleDifferences(database: Database, id: bigint, why: string): Promise<boolean> {
  const settled = await database.query<{ id: bigint }>(
    `update reconciliation r set compared = compared || jsonb_build_object('settled', $2::text)
     where id = $1 and state = 'different' and not exists (
       select 1 from reconciliation later
       where later.night is not null and later.state in ('equal', 'different') and later.started_at > r.started_at)
     returning id`,
    [id, why],
  )
  return settled.length > 0
}
