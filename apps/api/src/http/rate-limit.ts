import type { Queries } from '../database.ts'

/**
 * Counts a hit in a bucket's window of a minute, shared by all processes. Answers the seconds until the window ends when the
 * bucket is over its limit, else null.
 */
export async function hitLimit(queries: Queries, bucket: string, perMinute: number): Promise<number | null> {
  const [row] = await queries.query<{ hits: number; secondsLeft: number }>(
    `insert into rate_window as w (bucket, started_at, hits) values ($1, now(), 1)
     on conflict (bucket) do update set
       hits = case when w.started_at < now() - interval '1 minute' then 1 else w.hits + 1 end,
       started_at = case when w.started_at < now() - interval '1 minute' then now() else w.started_at end
     returning hits, ceil(60 - extract(epoch from now() - started_at))::int as seconds_left`,
    [bucket],
  )
  return row && row.hits > perMinute ? Math.max(1, row.secondsLeft) : null
}

/** Whether a bucket is over its limit already, without counting a hit. Seconds left, or null. */
export async function isOverLimit(
  queries: Queries,
  bucket: string,
  perMinute: number,
): Promise<number | null> {
  const [row] = await queries.query<{ secondsLeft: number }>(
    `select ceil(60 - extract(epoch from now() - started_at))::int as seconds_left from rate_window
     where bucket = $1 and hits >= $2 and started_at >= now() - interval '1 minute'`,
    [bucket, perMinute],
  )
  return row ? Math.max(1, row.secondsLeft) : null
}
