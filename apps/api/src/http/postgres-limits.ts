import type { Queries } from '../database.ts'
import type { Limits } from './limits.ts'

/** Each hit one statement on an unlogged table, so that it is exact over all processes. */
export function openPostgresLimits(queries: Queries): Limits {
  return {
    async hit(bucket, perMinute) {
      const [row] = await queries.query<{ hits: number; secondsLeft: number }>(
        `insert into rate_window as w (bucket, started_at, hits) values ($1, now(), 1)
         on conflict (bucket) do update set
           hits = case when w.started_at < now() - interval '1 minute' then 1 else w.hits + 1 end,
           started_at = case when w.started_at < now() - interval '1 minute' then now() else w.started_at end
         returning hits, ceil(60 - extract(epoch from now() - started_at))::int as seconds_left`,
        [bucket],
      )
      return row && row.hits > perMinute ? Math.max(1, row.secondsLeft) : null
    },
    async takeBack(bucket) {
      await queries.query('update rate_window set hits = greatest(hits - 1, 0) where bucket = $1', [bucket])
    },
    addAddressHits: (minute, counted) =>
      queries.query<{ address: string; hits: number }>(
        `insert into address_window as w (address, minute, hits)
         select address, $3, hits from unnest($1::text[], $2::int[]) as one (address, hits) order by address
         on conflict (address, minute) do update set hits = w.hits + excluded.hits returning address, hits`,
        [counted.map((one) => one.address), counted.map((one) => one.hits), minute],
      ),
  }
}
