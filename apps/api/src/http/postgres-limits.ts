import type { Queries } from '../database.ts'
import type { Limited, Limits } from './limits.ts'

/** All hits of a call are one statement on an unlogged table, so that they are exact over all processes. In one order: nobody waits in a circle. */
export function openPostgresLimits(queries: Queries): Limits {
  async function hitEach(limited: readonly Limited[]): Promise<number | null> {
    const counted = await queries.query<{ bucket: string; hits: number; secondsLeft: number }>(
      `insert into rate_window as w (bucket, started_at, hits) select bucket, now(), 1 from unnest($1::text[]) bucket order by bucket
       on conflict (bucket) do update set
         hits = case when w.started_at < now() - interval '1 minute' then 1 else w.hits + 1 end,
         started_at = case when w.started_at < now() - interval '1 minute' then now() else w.started_at end
       returning bucket, hits, ceil(60 - extract(epoch from now() - started_at))::int as seconds_left`,
      [limited.map(({ bucket }) => bucket)],
    )
    const limits = new Map(limited.map(({ bucket, perMinute }) => [bucket, perMinute]))
    const over = counted.filter(({ bucket, hits }) => hits > (limits.get(bucket) ?? 0))
    return over.length === 0 ? null : Math.max(1, ...over.map(({ secondsLeft }) => secondsLeft))
  }
  return {
    hit: (bucket, perMinute) => hitEach([{ bucket, perMinute }]),
    hitEach,
    async look(bucket, perMinute) {
      const [full] = await queries.query<{ secondsLeft: number }>(
        `select ceil(60 - extract(epoch from now() - started_at))::int as seconds_left from rate_window
         where bucket = $1 and hits >= $2 and started_at >= now() - interval '1 minute'`,
        [bucket, perMinute],
      )
      return full ? Math.max(1, full.secondsLeft) : null
    },
    async takeBack(...buckets) {
      await queries.query(
        `with held as (select bucket from rate_window where bucket = any ($1::text[]) order by bucket for update)
         update rate_window w set hits = greatest(hits - 1, 0) from held where w.bucket = held.bucket`,
        [buckets],
      )
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
