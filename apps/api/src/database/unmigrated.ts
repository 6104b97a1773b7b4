import pg from 'pg'

/** No right to a table, no such table, column, function or schema: what is new is not there, or not given to who comes here. */
const NOT_YET: ReadonlySet<string | undefined> = new Set(['42501', '42P01', '42703', '42883', '3F000'])

/** What to say of a start that failed because the migrations have not run; null of any other. */
export function unmigrated(error: unknown): Error | null {
  if (!(error instanceof pg.DatabaseError) || !NOT_YET.has(error.code)) return null
  return new Error(
    `the database is not ready for this release: run main-migrate.ts first, with KAPAO_SERVING_DATABASE_URL where this comes as a user of its own (${error.message})`,
  )
}
