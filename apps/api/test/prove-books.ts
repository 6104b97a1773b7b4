import type { Database } from '../src/database/database.ts'

/** Proves the books: every movement sums to zero, every stored balance is the sum of its entries, none is below zero. */
export async function proveBooks(database: Database): Promise<void> {
  const wrong = await database.query<{ what: string }>(
    `select 'movement ' || movement_id as what from ledger_entry group by movement_id having sum(amount_minor) <> 0 or count(*) <> 2
     union all
     select 'account ' || a.id from ledger_account a
       left join (select account_id, sum(amount_minor) as total, count(*) as entries from ledger_entry group by account_id) e
         on e.account_id = a.id
       where a.member_id is not null
         and (a.balance_minor <> coalesce(e.total, 0) or a.version <> coalesce(e.entries, 0) or a.balance_minor < 0)`,
  )
  if (wrong.length > 0) throw new Error(`the books are wrong: ${wrong.map((row) => row.what).join(', ')}`)
}
