import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import type pg from 'pg'

/** The forms in which values are written down: the same on every server and in every session. */
export const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set search_path = public`

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns of the primary key; all columns where there is none. */
  readonly order: readonly string[]
}

/** Every table whose rows are meant to last: unlogged ones hold a few moments' counters, generated columns make themselves. */
export async function listTables(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] | null }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select array_agg(a.attname::text order by k.place) from pg_index i
          cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relpersistence = 'p' order by c.relname`,
  )
  return rows.map(({ name, columns, key }) => ({ name, columns, order: key ?? columns }))
}

/** The rows of a table in the order of its key, as COPY writes them. */
export function copyOut({ name, columns, order }: Table): string {
  // As text: json has no order of its own, and a table without a key may have such a column.
  const by = order.map((column) => `${quoted(column)}::text collate "C"`).join(', ')
  const isKeyed = order !== columns
  return `copy (select ${columnList(columns)} from ${quoted(name)} order by ${isKeyed ? columnList(order) : by}) to stdout`
}

export function copyIn(name: string, columns: readonly string[]): string {
  return `copy ${quoted(name)} (${columnList(columns)}) from stdin`
}

/** Passes bytes on, and knows their hash and how many lines they were. */
export class Weighing extends Transform {
  readonly #hash = createHash('sha256')
  lines = 0
  bytes = 0

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk)
    this.bytes += chunk.length
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.lines += 1
    done(null, chunk)
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}
