// What years of business cost: the same calls on a database that bench/grow.ts has filled and on a new one, by turns.
import { freePort } from '../../scripts/free-ports.ts'
import { type BenchDatabase, provideMembers, startBenchDatabase } from '../bench-database.ts'
import { start } from '../processes.ts'
import { interleaved, printTable, type Rival } from './figures.ts'
import { load, type Request } from './load.ts'
import type { Bench } from './parts.ts'
import { LAST_PAGE, lengthenStatement, statementPage, transferOf, turns, walletOf } from './requests.ts'

const CLIENTS = 32
const LIMIT = 1.3
const NEW_MEMBERS = 1000

interface Side {
  readonly members: number
  readonly port: number
  end(): Promise<void>
}

async function open(database: BenchDatabase, members: number): Promise<Side> {
  await lengthenStatement(database.url)
  const port = await freePort()
  const server = await start('bench/api/kapao-server.ts', { ...database.environment, PORT: String(port) })
  return { members, port, end: server.end }
}

type Calls = Readonly<Record<string, (turn: ReturnType<typeof turns>) => Request>>

const looks: Calls = {
  'GET /wallet': ({ member }) => walletOf(member()),
  'statement, page 1': () => statementPage(1),
  'statement, page 1,000': () => statementPage(LAST_PAGE),
}
const moves: Calls = {
  'transfers spread over the games': ({ member, game }) => transferOf(member(), game()),
  'transfers on one house account': ({ member }) => transferOf(member(), 'PG'),
}

/** The first of the calls by each member once: of whom a server that has been up for a day has read, its system has in memory. */
async function warm(calls: Calls, { members, port }: Side): Promise<void> {
  const [ask] = Object.values(calls)
  const turn = turns(members)
  let left = members
  const next = () => (left-- > 0 && ask ? ask(turn) : null)
  await load({ port, clients: CLIENTS, seconds: Number.POSITIVE_INFINITY, next })
}

async function compare(
  calls: Calls,
  sides: Readonly<Record<'new' | 'grown', Side>>,
  { rounds, seconds, limits }: Pick<Bench, 'rounds' | 'seconds' | 'limits'>,
): Promise<void> {
  for (const side of Object.values(sides)) await warm(calls, side)
  const rivals = Object.entries(calls).flatMap(([call, ask]) =>
    Object.entries(sides).map(([name, { port, members }]): Rival => {
      const turn = turns(members)
      return [`${call}, ${name}`, () => load({ port, clients: CLIENTS, seconds, next: () => ask(turn) })]
    }),
  )
  const figures = await interleaved(rivals, rounds)
  printTable(`growth, ${CLIENTS} clients`, figures)
  const rateOf = (call: string, side: keyof typeof sides) =>
    figures.get(`${call}, ${side}`)?.perSecond ?? Number.NaN
  for (const call of Object.keys(calls))
    limits.atMost(
      `${call}, slower with ${sides.grown.members} members`,
      rateOf(call, 'new') / rateOf(call, 'grown'),
      LIMIT,
    )
}

export async function benchGrowth({
  database,
  isGrown,
  members,
  rounds,
  seconds,
  limits,
}: Bench): Promise<void> {
  if (!isGrown) {
    console.log('growth was not measured: --data <a folder that bench/grow.ts has filled>')
    return
  }
  const fresh = await startBenchDatabase()
  try {
    await provideMembers(fresh, NEW_MEMBERS)
    const sides = { new: await open(fresh, NEW_MEMBERS), grown: await open(database, members) }
    // Looks first: what moves money leaves the database with work to do, vacuum and checkpoints, most of it where the tables are larger.
    for (const calls of [looks, moves]) await compare(calls, sides, { rounds, seconds, limits })
    for (const side of Object.values(sides)) await side.end()
  } finally {
    await fresh.stop()
  }
}
