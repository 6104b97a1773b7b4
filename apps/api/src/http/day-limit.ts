import type { Queries } from '../database/database.ts'

/** Of disks: operators count them so. */
export const BYTES_IN_MEGABYTE = 1_000_000

export interface DayLimit {
  readonly bucket: string
  readonly perDay: number
}

const RUNS = `w.started_at >= now() - interval '1 day'`

async function useOne(queries: Queries, { bucket, perDay }: DayLimit, amount: number): Promise<boolean> {
  const used = await queries.query(
    `insert into day_window as w (bucket, started_at, used) select $1, now(), $2::bigint where $2 <= $3::bigint
     on conflict (bucket) do update set
       used = case when ${RUNS} then w.used + excluded.used else excluded.used end,
       started_at = case when ${RUNS} then w.started_at else now() end
     where not ${RUNS} or w.used + excluded.used <= $3
     returning 1`,
    [bucket, amount, perDay],
  )
  return used.length > 0
}

/** For what was not used after all. */
export async function giveBackOfDay(
  queries: Queries,
  buckets: readonly string[],
  amount: number,
): Promise<void> {
  await queries.query('update day_window set used = greatest(used - $2, 0) where bucket = any ($1::text[])', [
    buckets,
    amount,
  ])
}

/**
 * Uses so much of each limit's day, which begins with its first use, or of none: null, or the seconds until the one that has not enough left begins anew. In
 * the database alone, exactly over all processes: what is counted by the day is written there anyway.
 */
export async function useOfDay(
  queries: Queries,
  limited: readonly DayLimit[],
  amount: number,
): Promise<number | null> {
  const done: string[] = []
  for (const limit of limited) {
    if (await useOne(queries, limit, amount)) {
      done.push(limit.bucket)
      continue
    }
    if (done.length > 0) await giveBackOfDay(queries, done, amount)
    const [left] = await queries.query<{ seconds: number }>(
      `select ceil(extract(epoch from started_at + interval '1 day' - now()))::int as seconds from day_window where bucket = $1`,
      [limit.bucket],
    )
    return Math.max(1, left?.seconds ?? 1)
  }
  return null
}
