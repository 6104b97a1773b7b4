import type pg from 'pg'
import type { Queries } from '../database/database.ts'

/** What is asked inside a client's own transaction. Columns keep the names that their statement gives them. */
export const queriesOf = (client: pg.Client): Queries => ({
  query: async (text, values = []) => (await client.query(text, [...values])).rows,
})
