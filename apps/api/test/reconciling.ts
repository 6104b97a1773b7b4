import pg from 'pg'
import { beginByHand, reconcile } from '../src/reconciliation/reconcile.ts'
import type { TestServer } from './server.ts'

export function reconciling(server: TestServer) {
  const { database, operator, gateways, config } = server
  return { database, operator, gateways, giftKey: config.giftKey, settle: async () => undefined }
}

/** Compares everything ever. */
export async function compareAll(server: TestServer) {
  return reconcile({ ...reconciling(server), isWhole: true }, await beginByHand(server.database))
}

/** Past every trigger, as somebody with the keys of the database could. */
async function plant(server: TestServer, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.config.databaseUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = 'replica'; ${sql}`)
  } finally {
    await client.end()
  }
}

/** Plants a difference in tables, looks, and puts everything back. */
export async function comparePlanted(server: TestServer, tables: readonly string[], sql: string) {
  const copies = tables.map((table) => `create table kept_${table} as select * from ${table}`)
  await plant(server, `${copies.join(';')}; ${sql}`)
  try {
    return await compareAll(server)
  } finally {
    const back = tables.map(
      (table) =>
        `delete from ${table}; insert into ${table} overriding system value select * from kept_${table}; drop table kept_${table}`,
    )
    await plant(server, back.join(';'))
  }
}
