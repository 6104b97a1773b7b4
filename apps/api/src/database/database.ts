import pg from 'pg'
import { type ConnectionOptions, parse } from 'pg-connection-string'
import { traced } from '../tracing.ts'
import { LINE_ASKED, Listeners } from './database-listeners.ts'
import { type Asking, Together, Turns } from './together.ts'

/**
 * PostgreSQL as Kapao uses it: SQL as text, rows in camelCase, int8 as bigint. Money columns are named *_minor and come back as
 * bigint; a query's row type says which of them are Minor.
 */
export interface Queries {
  /** Runs one statement. `Row` is the caller's word for what the statement selects; nothing checks it but the tests. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

export interface Database extends Queries {
  /** Runs `work` in one transaction; whatever it throws rolls back. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  /**
   * Asks for one's own row of a statement that is run for everybody who asks for it at about the same moment. Its places take arrays, with
   * a value of each asker (`unnest($1::bigint[]) with ordinality`), and it gives at most a row for each, told apart by `asker`, the
   * number in that order. It is no part of any transaction of the asker's.
   */
  together<Row extends object>(
    text: string,
    values: readonly unknown[],
    asking?: Asking<Row>,
  ): Promise<Row | null>
  /** Calls `listener` with every notification on `channel`, and with null after a reconnection, when some may have been missed. */
  listen(channel: string, listener: (payload: string | null) => void): Promise<void>
  /** Takes a lock that only one process can hold; null when another has it. */
  tryLock(name: string): Promise<{ release(): Promise<void> } | null>
  /** How many wait for a connection of this process. */
  waiting(): number
  close(): Promise<void>
}

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return (value: string) => BigInt(value)
    return pg.types.getTypeParser(oid, format)
  },
}

/** The columns of our tables and queries: a few hundred names, each renamed once. */
const camelCaseNames = new Map<string, string>()

function camelCaseName(name: string): string {
  const known = camelCaseNames.get(name)
  if (known !== undefined) return known
  const renamed = name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
  camelCaseNames.set(name, renamed)
  return renamed
}

function objectOf(names: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {}
  for (const [at, name] of names.entries()) row[name] = values[at]
  return row
}

const statementNames = new Map<string, string>()

/** Each distinct text is prepared once per connection: parsing and planning are paid for once, not per call. */
function statementName(text: string): string {
  const known = statementNames.get(text)
  if (known) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

const firstWord = (text: string) => /^\s*(\w+)/.exec(text)?.[1] ?? ''

async function run<Row extends object>(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  // The text has places for its values, never the values themselves.
  const result = await traced(
    `SQL ${firstWord(text)}`,
    { 'db.system.name': 'postgresql', 'db.query.text': text },
    () => client.query<unknown[]>({ name: statementName(text), text, values: [...values], rowMode: 'array' }),
  )
  // Once for all rows.
  const names = result.fields.map(({ name }) => camelCaseName(name))
  // The row type is the caller's claim about its own SQL (see Queries.query).
  return result.rows.map((row) => objectOf(names, row) as Row)
}

/**
 * What an address of a database says, by pg's own reading of it: a socket's folder is one, too. Whatever is thrown for one that nobody can
 * read is without it, since it has a password.
 */
export function readDatabaseAddress(url: string, name = 'DATABASE_URL'): ConnectionOptions {
  // Of anything else pg would take a part for the database's name, and PostgreSQL would say that there is none of that name.
  if (/^(?:postgres(?:ql)?:\/\/|socket:|\/)/.test(url)) {
    try {
      return parse(url)
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof URIError)) throw error
    }
  }
  throw new Error(`${name} is no address of a PostgreSQL: postgres://user:password@host:port/database`)
}

/**
 * A statement is planned for any values, once: for a few rows by their keys the plan for these very ones is no better, and making it each time
 * costs more than the rows. And a page that an index leads to is hardly dearer than the next of its table, since what is asked for is in memory or
 * on a disk without a head: by PostgreSQL's own figure, 4, a table of a thousand sessions is read to its end for the ten that are looked for.
 * Asked for with the connection itself, which costs no trip; what the address asks for comes after it, and wins.
 */
const PLANNING = '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1'

function planningOnce(url: string): pg.ClientConfig {
  const { host, database, options: own = '' } = readDatabaseAddress(url)
  const options = `${PLANNING} ${own}`.trim()
  // A folder and a name have no place for more.
  if (url.startsWith('/')) return { ...(host && { host }), ...(database && { database }), options }
  // Of two of a name pg takes the last. The = stays: pg reads no %3D in an address with a space.
  const more = encodeURI(options).replace(/[&+#]/g, encodeURIComponent)
  return { connectionString: `${url}${url.includes('?') ? '&' : '?'}options=${more}` }
}

/** While so many runs of a statement are at work, who comes next gathers for the one after: on a quiet server nobody waits, in a crowd nobody is alone. */
const READING_AT_ONCE = 2
/** So many begin a run: with all of a moment in one, process and database would wait for each other by turns. */
const READING_ENOUGH = 8
/**
 * Those with a mark change rows of its own, and no two runs are at work for the same one. While one waits for the disk the other is at its rows; a third would only make them smaller.
 */
const WRITING_AT_ONCE = 2
const WRITING_ENOUGH = 12

function openTogether(query: Queries['query']) {
  const kinds = new Map<string, Together<object>>()
  const reading = new Set<Together<object>>()
  const writing = new Set<Together<object>>()
  const writersTurns = new Turns(WRITING_AT_ONCE, WRITING_ENOUGH)
  const runsOf = (some: Iterable<Together<object>>) => [...some].map((kind) => kind.runsWaiting)
  return {
    ask<Row extends object>(
      text: string,
      values: readonly unknown[],
      asking?: Asking<Row>,
    ): Promise<Row | null> {
      let kind = kinds.get(text)
      if (kind === undefined) {
        const run = (columns: readonly (readonly unknown[])[]) => query<{ asker: number }>(text, columns)
        const isTakenBack = (error: unknown) => error instanceof pg.DatabaseError && !isOutage(error)
        const isReading = asking?.mark === undefined
        const turns = isReading ? new Turns(READING_AT_ONCE, READING_ENOUGH) : writersTurns
        kind = new Together<object>(run, isTakenBack, turns)
        kinds.set(text, kind)
        const alike = isReading ? reading : writing
        alike.add(kind)
      }
      // As with query, the row type is the caller's word for its own SQL.
      return kind.ask(values, asking) as Promise<Row | null>
    },
    /** Of the longest queue: each reading kind has one of its own, and all writing ones stand in the same. */
    runsWaiting: () =>
      Math.max(
        runsOf(writing).reduce((sum, runs) => sum + runs, 0),
        ...runsOf(reading),
      ),
  }
}

/** Whoever waits longer for a connection is told that there is none. */
const CONNECTION_TIMEOUT_MS = 10_000

export function openDatabase(
  url: string,
  size = 20,
  connectionTimeoutMillis = CONNECTION_TIMEOUT_MS,
): Database {
  const pool = new pg.Pool({
    ...planningOnce(url),
    ...LINE_ASKED,
    max: size,
    types,
    connectionTimeoutMillis,
    application_name: 'kapao',
  })
  const query: Queries['query'] = (text, values = []) => run(pool, text, values)
  const gathered = openTogether(query)
  const listeners = new Listeners(url)
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  // Nor may one that breaks while it is lent out: whoever has it hears of it from the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    query,
    together: (text, values, asking) => gathered.ask(text, values, asking),
    transaction: (work) =>
      traced('SQL transaction', { 'db.system.name': 'postgresql' }, async () => {
        const client = await pool.connect()
        try {
          await client.query('begin')
          const result = await work({ query: (text, values = []) => run(client, text, values) })
          await client.query('commit')
          client.release()
          return result
        } catch (error) {
          const rolledBack = await client.query('rollback').then(
            () => true,
            () => false,
          )
          client.release(!rolledBack)
          throw error
        }
      }),
    listen: (channel, listener) => listeners.listen(channel, listener),
    // A run's worth of askers waits for as long as a connection's worth of statements.
    waiting: () => pool.waitingCount + Math.round(gathered.runsWaiting() * size),
    async tryLock(name) {
      const client = await pool.connect()
      const asked = client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [name])
      const result = await asked.catch((error: unknown) => {
        // Whether the lock is held is not known, and a line that is never given back counts against the pool for good.
        client.release(true)
        throw error
      })
      if (result.rows[0]?.held !== true) {
        client.release()
        return null
      }
      return {
        async release() {
          await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).then(
            () => client.release(),
            () => client.release(true),
          )
        },
      }
    },
    async close() {
      await listeners.close()
      await pool.end()
    },
  }
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** What a line says where nobody listens, where it broke, and where there is no way: no such name (any more), no such machine. */
const NO_LINE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Whether an error means that the database is not there, or not yet, rather than that a statement was wrong. */
export function isOutage(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(?:57P0[1-3]|53300|08\w{3})$/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (
    NO_LINE.has(code) ||
    /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}
