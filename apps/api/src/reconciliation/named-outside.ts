import type { Database } from '../database/database.ts'
import { type Comparing, forEachGently } from './outside.ts'

/** So many rows of ours are in memory at a time, however many there are. */
export const OURS_AT_ONCE = 5_000

/** How long what a comparison that came to no end has marked is left alone: it may be at work yet. */
const LEFT_ALONE = '7 days'

/** No row's id: it is gone when the database has come back from a crash, and what was marked with it. */
const WHOLE = ''

/** Begins to mark what the other side's lists name of ours. Answers with the moment, to the microsecond: what is marked is marked under it. */
export async function beginNaming(database: Database): Promise<string> {
  await database.query(`delete from named_outside where begun_at < now() - interval '${LEFT_ALONE}'`)
  const [row] = await database.query<{ begunAt: string }>(
    'insert into named_outside (begun_at, id) values (clock_timestamp(), $1) returning begun_at::text',
    [WHOLE],
  )
  if (!row) throw new Error('no comparison was begun')
  return row.begunAt
}

export async function endNaming({ database, begunAt }: Comparing): Promise<void> {
  await database.query('delete from named_outside where begun_at = $1', [begunAt])
}

interface Ours {
  readonly id: string | bigint
}

const idsOf = (rows: readonly Ours[]) => rows.map(({ id }) => String(id))

/** A list of the other side's has these rows of ours. */
export async function markNamed({ database, begunAt }: Comparing, rows: readonly Ours[]): Promise<void> {
  await database.query(
    'insert into named_outside (begun_at, id) select $1, unnest($2::text[]) on conflict do nothing',
    [begunAt, idsOf(rows)],
  )
}

async function unnamedOf<Row extends Ours>(
  { database, begunAt }: Comparing,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const marked = await database.query<{ id: string }>(
    'select id from named_outside where begun_at = $1 and id = any($2::text[])',
    [begunAt, [WHOLE, ...idsOf(rows)]],
  )
  const named = new Set(marked.map(({ id }) => id))
  if (!named.has(WHOLE)) throw new Error('what the lists named was lost while they were read')
  return rows.filter(({ id }) => !named.has(String(id)))
}

/**
 * Reads our rows page by page, each from behind the last row of the one before, and does the work for each that no list has named. Answers how many rows
 * there were.
 */
export async function forEachUnnamed<Row extends Ours>(
  comparing: Comparing,
  readPage: (last: Row | null) => Promise<readonly Row[]>,
  work: (row: Row) => Promise<void>,
): Promise<number> {
  let many = 0
  for (let last: Row | null = null; ; ) {
    const rows: readonly Row[] = await readPage(last)
    last = rows.at(-1) ?? null
    if (last === null) return many
    many += rows.length
    await forEachGently(await unnamedOf(comparing, rows), work)
  }
}

/** A row of ours with when it ended, to the microsecond. */
export interface Ended extends Ours {
  readonly at: string
}

/** `first` stands before every id. */
export const BEFORE_UUIDS = '00000000-0000-0000-0000-000000000000'

/**
 * The places of `(ended, id) > (…, …) and ended <= …`: what ended since the nights before and until this comparison began, from behind a row on. What ends
 * while it looks is the next one's.
 */
export function endedBehind(
  { since, begunAt }: Comparing,
  last: Ended | null,
  first: Ours['id'],
): readonly unknown[] {
  return [last?.at ?? since ?? '-infinity', last?.id ?? first, begunAt]
}
