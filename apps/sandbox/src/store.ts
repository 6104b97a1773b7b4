import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import { SCHEMA } from './schema.ts'

export type Row = Record<string, SQLOutputValue>

/** The sandbox's memory: one SQLite file. Every integer comes out as a bigint, so no amount is ever a float. */
export class Store {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true })
    this.#database = new DatabaseSync(file)
    // NORMAL: with a write-ahead log a killed process loses nothing. Only a power cut could take the last moments of play
    // money, and FULL would stop the event loop for a disk flush at each of them.
    this.#database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000',
    )
    this.#database.exec(SCHEMA)
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    statement.setReadBigInts(true)
    this.#statements.set(sql, statement)
    return statement
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...values)
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepared(sql).get(...values)
  }

  /** The number of rows that were changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes)
  }

  /** All of it or nothing. Synchronous, so nothing else of this process comes between. */
  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}

export function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`column ${column} is no text`)
  return value
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : textOf(row, column)
}

function wholeOf(row: Row, column: string): bigint {
  const value = row[column]
  if (typeof value !== 'bigint') throw new TypeError(`column ${column} is no whole number`)
  return value
}

/** For times, counts and positions. */
export function numberOf(row: Row, column: string): number {
  return Number(wholeOf(row, column))
}

export function numberOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : numberOf(row, column)
}

export function minorOf(row: Row, column: string): Minor {
  return fromMinorUnits(wholeOf(row, column))
}
