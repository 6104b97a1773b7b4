// What the bench asks of our server, by member.
import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../apps/api/src/database/database.ts'
import { tokenOf } from '../bench-database.ts'
import type { Request } from './load.ts'

const GAMES = ['PG', 'BETFLIX', 'AREASLOT', 'HUAYHD', 'ASKMEBET', 'IMI', 'USUN', 'CIRCUS']
const PAGE_SIZE = 10
const LONG_STATEMENT = 10_000
export const LAST_PAGE = LONG_STATEMENT / PAGE_SIZE

const headersOf = (member: number) => ({
  'x-requested-with': 'kapao',
  authorization: `Bearer ${tokenOf(member)}`,
})

/** One baht into a game, under a key of its own. */
export function transferOf(member: number, game: string): Request {
  return {
    method: 'POST',
    path: '/api/wallet/transfer',
    headers: { ...headersOf(member), 'idempotency-key': randomUUID() },
    body: `{"from":"WALLET","to":"${game}","amount":1}`,
  }
}

export const walletOf = (member: number): Request => ({
  method: 'GET',
  path: '/api/wallet',
  headers: headersOf(member),
})

/** Of the first member, whose statement is long. */
export const statementPage = (page: number): Request => ({
  method: 'POST',
  path: '/api/statement',
  headers: headersOf(1),
  body: JSON.stringify({ page, limit: PAGE_SIZE }),
})

/** The members one after the other, and the games with them. */
export function turns(members: number): { member(): number; game(): string } {
  let at = 0
  return { member: () => 1 + (at++ % members), game: () => GAMES[at % GAMES.length] ?? 'PG' }
}

/** The first member has a thousand pages, wherever else there may be few. */
export async function lengthenStatement(url: string): Promise<void> {
  const database = openDatabase(url, 1)
  await database.query(
    `insert into statement (member_id, statement_type, status, from_code, to_code, amount_minor, source_kind, source_id)
     select m.id, 'transfer', 'SUCCESS', 'WALLET', 'PG', 100, 'bench', 'bench-' || n
     from member m, generate_series(1, $1::int) n where m.username = 'b1'
       and (select count(*) from statement s where s.member_id = m.id) < $1
     on conflict do nothing`,
    [LONG_STATEMENT],
  )
  // As a table that has grown line by line is: autovacuum has been there.
  await database.query('vacuum (analyze) statement')
  await database.close()
}
