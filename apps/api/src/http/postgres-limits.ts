import type { Queries } from '../database/database.ts'
import type { Limited, Limits } from './limits.ts'

/** So long hits that are to be taken back wait for a statement that counts others: after it they have one of their own. */
const TAKEN_BACK_WITHIN_MS = 50

/** The hits that are to be taken back with the next statement. */
class TakenBack {
  readonly hits = new Map<string, number>()
  readonly done = Promise.withResolvers<void>()

  add(buckets: readonly string[]): void {
    for (const bucket of buckets) this.hits.set(bucket, 1 + (this.hits.get(bucket) ?? 0))
  }
}

interface Counted {
  readonly bucket: string
  readonly hits: number
  readonly secondsLeft: number
}

/** Counts a hit in each of `hit`, after taking back. A window that is over, or was never begun, has nothing to take back. */
const COUNT = `insert into rate_window as w (bucket, started_at, hits)
  select bucket, now(), max(hit) from (select bucket, 1 from unnest($1::text[]) bucket union all select bucket, 0 from unnest($2::text[]) bucket) one (bucket, hit)
    group by bucket order by bucket
  on conflict (bucket) do update set
    hits = excluded.hits + case when w.started_at < now() - interval '1 minute' then 0
      else greatest(0, w.hits - coalesce((select back.hits from unnest($2::text[], $3::int[]) back (bucket, hits) where back.bucket = excluded.bucket), 0)) end,
    started_at = case when w.hits = 0 or w.started_at < now() - interval '1 minute' then now() else w.started_at end
  returning bucket, hits, ceil(60 - extract(epoch from now() - started_at))::int as seconds_left`

/**
 * All hits of a call are one statement on an unlogged table, so that they are exact over all processes. In one order: nobody waits in a circle. What is taken back
 * goes with the next of them: each right password costs no trip of its own, and whoever is counted next in this process is counted after it.
 */
export function openPostgresLimits(queries: Queries): Limits {
  let next: TakenBack | null = null
  /** What is taken back by a statement of its own. It may be slower than the next ones, which are counted after it all the same. */
  let backAlone: Promise<unknown> = Promise.resolve()
  async function count(buckets: readonly string[]): Promise<readonly Counted[]> {
    await backAlone
    const back = next
    next = null
    const [names, hits] = [[...(back?.hits.keys() ?? [])], [...(back?.hits.values() ?? [])]]
    const counting = queries.query<Counted>(COUNT, [buckets, names, hits])
    back?.done.resolve(counting.then(() => undefined))
    return counting
  }
  async function hitEach(limited: readonly Limited[]): Promise<number | null> {
    const limits = new Map(limited.map(({ bucket, perMinute }) => [bucket, perMinute]))
    const counted = await count([...limits.keys()])
    const over = counted.filter(({ bucket, hits }) => hits > (limits.get(bucket) ?? Number.POSITIVE_INFINITY))
    return over.length === 0 ? null : Math.max(1, ...over.map(({ secondsLeft }) => secondsLeft))
  }
  function takeBack(...buckets: readonly string[]): Promise<void> {
    if (next === null) {
      const back = new TakenBack()
      next = back
      setTimeout(() => {
        // Its askers are told of a failure.
        if (next === back) backAlone = count([]).catch(() => undefined)
      }, TAKEN_BACK_WITHIN_MS)
    }
    next.add(buckets)
    return next.done.promise
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
    takeBack,
    addAddressHits: (minute, counted) =>
      queries.query<{ address: string; hits: number }>(
        `insert into address_window as w (address, minute, hits)
         select address, $3, hits from unnest($1::text[], $2::int[]) as one (address, hits) order by address
         on conflict (address, minute) do update set hits = w.hits + excluded.hits returning address, hits`,
        [counted.map((one) => one.address), counted.map((one) => one.hits), minute],
      ),
  }
}
