// Transfers a second: plain SQL, one function, one function from Node, through a thin route, and ours through HTTP with all that it does.
import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../apps/api/src/database/database.ts'
import { freePort } from '../../scripts/free-ports.ts'
import { start } from '../processes.ts'
import { type Figures, interleaved, type Limits, percentile, printTable, type Rival } from './figures.ts'
import { load } from './load.ts'
import type { Bench } from './parts.ts'
import { transferOf, turns } from './requests.ts'
import {
  addPgledger,
  byPgbench,
  hasPgbench,
  oneFunction,
  oneHotAccount,
  pgledgerFunction,
  sixStatements,
} from './rivals.ts'

const THIN = 'thin Fastify route, one function'
const OURS = 'Kapao, transfers spread over the games'
const HOT = 'Kapao, all on one game’s house account'
const PGLEDGER = 'pgbench, pgledger’s own function'

function pickTwo(count: number): readonly [number, number] {
  const from = 1 + Math.floor(Math.random() * count)
  return [from, 1 + ((from + Math.floor(Math.random() * (count - 1))) % count)]
}

async function fromNode(url: string, members: number, clients: number, seconds: number): Promise<Figures> {
  const database = openDatabase(url, clients)
  const times: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        const askedAt = performance.now()
        await database.query('select bench_move($1, $2, 100, $3)', [...pickTwo(members), randomUUID()])
        times.push(performance.now() - askedAt)
      }
    }),
  )
  const perSecond = times.length / ((performance.now() - startedAt) / 1000)
  await database.close()
  return { perSecond, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
}

export async function benchTransfers(bench: Bench): Promise<void> {
  const { database, members, rounds, seconds, limits } = bench
  const { url, folder, environment } = database
  const thinPort = await freePort()
  const thin = await start('bench/api/thin-server.ts', { ...environment, PORT: String(thinPort) })
  const port = await freePort()
  const ours = await start('bench/api/kapao-server.ts', { ...environment, PORT: String(port) })
  const pgledger =
    bench.pgledger !== null && (await hasPgbench()) ? await addPgledger(url, bench.pgledger, members) : null
  const { member, game } = turns(members)

  for (const clients of bench.clients) {
    const scripts: readonly (readonly [string, string, string])[] = [
      ['pgbench, six statements', url, sixStatements(members)],
      ['pgbench, one function', url, oneFunction(members)],
      ['pgbench, one function, one hot account', url, oneHotAccount(members)],
      ...(pgledger === null ? [] : [[PGLEDGER, pgledger, pgledgerFunction(members)] as const]),
    ]
    const plain = (await hasPgbench()) ? scripts : []
    const rivals: readonly Rival[] = [
      ...plain.map(
        ([name, at, script]): Rival => [name, () => byPgbench(folder, at, script, clients, seconds)],
      ),
      ['one function from Node over pg', () => fromNode(url, members, clients, seconds)],
      [
        THIN,
        () =>
          load({
            port: thinPort,
            clients,
            seconds,
            next() {
              const [from, to] = pickTwo(members)
              const body = JSON.stringify({ from, to, amount: 100, reference: randomUUID() })
              return { method: 'POST', path: '/transfer', body }
            },
          }),
      ],
      [OURS, () => load({ port, clients, seconds, next: () => transferOf(member(), game()) })],
      [HOT, () => load({ port, clients, seconds, next: () => transferOf(member(), 'PG') })],
    ]
    const figures = await interleaved(rivals, rounds)
    printTable(`transfers, ${clients} ${clients === 1 ? 'client' : 'clients'}`, figures)
    if (clients === 32) judge(figures, limits)
  }
  if (pgledger === null) console.log('pgledger was not measured: --pgledger <a clone of its repository>')
  await thin.end()
  await ours.end()
}

function judge(figures: ReadonlyMap<string, Figures>, limits: Limits): void {
  const of = (name: string) =>
    figures.get(name) ?? { perSecond: Number.NaN, p50Ms: Number.NaN, p99Ms: Number.NaN }
  const [ours, thin, hot] = [of(OURS), of(THIN), of(HOT)]
  if (figures.has(PGLEDGER))
    limits.atLeast('32 clients, transfers of pgledger’s rate', ours.perSecond / of(PGLEDGER).perSecond, 1)
  limits.atLeast('32 clients, transfers of the thin route’s rate', ours.perSecond / thin.perSecond, 0.5)
  limits.atMost('32 clients, p99 of the thin route’s', ours.p99Ms / thin.p99Ms, 2)
  limits.atLeast('32 clients, all on one house account, of spread', hot.perSecond / ours.perSecond, 0.6)
}
