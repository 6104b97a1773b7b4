// All that the database holds, in a line per table: what a refused request must leave as it was.
import type pg from 'pg'

/** Counts of requests, which a refused one rightly moves. */
const COUNTS_REQUESTS = ['rate_window']
/** Times that move on by themselves: a session stays alive by a refused request, too, and the worker reads the feed meanwhile. */
const TELLS_OF_USE: Readonly<Record<string, string>> = { session: 'last_used_at', feed_cursor: 'read_at' }

export async function stateOf(database: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const state = new Map<string, string>()
  for (const { name } of rows) {
    if (COUNTS_REQUESTS.includes(name)) continue
    const { rows: found } = await database.query<{ state: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(line), '' order by md5(line))), '') as state
       from (select (to_jsonb(t) - $1::text)::text as line from ${name} t) lines`,
      [TELLS_OF_USE[name] ?? ''],
    )
    state.set(name, found[0]?.state ?? '')
  }
  return state
}

/** The tables that differ. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
}
