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

/** Takes a hit back: it turned out to be none of those that are limited. */
export async function takeBackHit(queries: Queries, bucket: string): Promise<void> {
  await queries.query('update rate_window set hits = greatest(hits - 1, 0) where bucket = $1', [bucket])
}
