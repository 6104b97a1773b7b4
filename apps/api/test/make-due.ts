import type { Database } from '../src/database/database.ts'

/** But for those that another holds, who is at them: to wait for them would be to wait in a circle. */
export async function makeDue(database: Database, table: string, due: string, which: string): Promise<void> {
  const free = `select id from ${table} where ${which} for update skip locked`
  await database.query(`update ${table} set ${due} = now() where id in (${free})`)
}
