// A look at the wallet beside a thin route over one row, and pages of the statement.
import { openDatabase } from '../../apps/api/src/database.ts'
import { freePort } from '../../scripts/free-ports.ts'
import { tokenOf } from '../bench-database.ts'
import { start } from '../processes.ts'
import { interleaved, printTable, type Rival } from './figures.ts'
import { load, type Request } from './load.ts'
import type { Bench } from './parts.ts'

const THIN = 'thin route, one row by its key'
const WALLET = 'GET /wallet'
const PAGE_SIZE = 10
export const LONG_STATEMENT = 10_000

/** The first member has a thousand pages, wherever else there may be few. */
async function lengthenStatement(url: string): Promise<void> {
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

const asked = (path: string, member: number): Request => ({
  method: 'GET',
  path,
  headers: { 'x-requested-with': 'kapao', authorization: `Bearer ${tokenOf(member)}` },
})

export async function benchLooks({ database, members, rounds, seconds, limits }: Bench): Promise<void> {
  const { url, environment } = database
  await lengthenStatement(url)
  const thinPort = await freePort()
  const thin = await start('bench/api/thin-server.ts', { ...environment, PORT: String(thinPort) })
  const port = await freePort()
  const ours = await start('bench/api/kapao-server.ts', { ...environment, PORT: String(port) })
  let at = 0
  const nextMember = () => 1 + (at++ % members)
  const page = (number: number): Request => ({
    ...asked('/api/statement', 1),
    method: 'POST',
    body: JSON.stringify({ page: number, limit: PAGE_SIZE }),
  })
  const rival = (name: string, to: number, next: () => Request): Rival => [
    name,
    () => load({ port: to, clients: 32, seconds, next }),
  ]
  const figures = await interleaved(
    [
      rival(THIN, thinPort, () => ({ method: 'GET', path: `/account/${nextMember()}` })),
      rival(WALLET, port, () => asked('/api/wallet', nextMember())),
      rival('statement, page 1', port, () => page(1)),
      rival('statement, page 1,000', port, () => page(LONG_STATEMENT / PAGE_SIZE)),
    ],
    rounds,
  )
  printTable('looks, 32 clients', figures)
  const [wallet, one] = [figures.get(WALLET), figures.get(THIN)]
  limits.atLeast(
    'GET /wallet of the thin route’s rate',
    (wallet?.perSecond ?? Number.NaN) / (one?.perSecond ?? Number.NaN),
    0.5,
  )
  thin.end()
  ours.end()
}
