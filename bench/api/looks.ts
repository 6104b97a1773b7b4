// A look at the wallet beside a thin route over one row, and pages of the statement.
import { freePort } from '../../scripts/free-ports.ts'
import { start } from '../processes.ts'
import { interleaved, printTable, type Rival } from './figures.ts'
import { load, type Request } from './load.ts'
import type { Bench } from './parts.ts'
import { LAST_PAGE, lengthenStatement, statementPage, turns, walletOf } from './requests.ts'

const THIN = 'thin route, one row by its key'
const WALLET = 'GET /wallet'

export async function benchLooks({ database, members, rounds, seconds, limits }: Bench): Promise<void> {
  const { url, environment } = database
  await lengthenStatement(url)
  const thinPort = await freePort()
  const thin = await start('bench/api/thin-server.ts', { ...environment, PORT: String(thinPort) })
  const port = await freePort()
  const ours = await start('bench/api/kapao-server.ts', { ...environment, PORT: String(port) })
  const { member } = turns(members)
  const rival = (name: string, to: number, next: () => Request): Rival => [
    name,
    () => load({ port: to, clients: 32, seconds, next }),
  ]
  const figures = await interleaved(
    [
      rival(THIN, thinPort, () => ({ method: 'GET', path: `/account/${member()}` })),
      rival(WALLET, port, () => walletOf(member())),
      rival('statement, page 1', port, () => statementPage(1)),
      rival('statement, page 1,000', port, () => statementPage(LAST_PAGE)),
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
  await thin.end()
  await ours.end()
}
