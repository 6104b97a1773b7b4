// Log-ins beside argon2 by itself, and what they do to everybody else's calls.
import { hash, verify } from '@node-rs/argon2'
import { openDatabase } from '../../apps/api/src/database/database.ts'
import { freePort } from '../../scripts/free-ports.ts'
import { tokenOf } from '../bench-database.ts'
import { start } from '../processes.ts'
import { type Figures, interleaved, percentile, printTable } from './figures.ts'
import { load } from './load.ts'
import type { Bench } from './parts.ts'

const PASSWORD = 'bench-password'
const AT_ONCE = 16

async function argonAlone(kept: string, seconds: number): Promise<Figures> {
  const times: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        const askedAt = performance.now()
        await verify(kept, PASSWORD)
        times.push(performance.now() - askedAt)
      }
    }),
  )
  const perSecond = times.length / ((performance.now() - startedAt) / 1000)
  return { perSecond, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
}

export async function benchLogins({ database, members, rounds, seconds, limits }: Bench): Promise<void> {
  const { url, environment } = database
  const kept = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const queries = openDatabase(url, 1)
  await queries.query(
    `update member set password_hash = $1 where username in (select 'b' || n from generate_series(1, 1000) n)`,
    [kept],
  )
  await queries.close()
  const port = await freePort()
  const ours = await start('bench/api/kapao-server.ts', { ...environment, PORT: String(port) })
  let at = 0
  const logins = () =>
    load({
      port,
      clients: AT_ONCE,
      seconds,
      next: () => ({
        method: 'POST',
        path: '/api/login',
        headers: { 'x-requested-with': 'kapao' },
        body: JSON.stringify({ username: `b${1 + (at++ % Math.min(members, 1000))}`, password: PASSWORD }),
      }),
    })
  // Two who look at their wallets now and then.
  const looks = () =>
    load({
      port,
      clients: 2,
      seconds,
      pauseMs: 10,
      next: () => ({
        method: 'GET',
        path: '/api/wallet',
        headers: { 'x-requested-with': 'kapao', authorization: `Bearer ${tokenOf(1 + (at++ % members))}` },
      }),
    })
  await looks()
  const figures = await interleaved(
    [
      ['argon2 by itself', () => argonAlone(kept, seconds)],
      ['log-ins', logins],
      ['looks at the wallet, nobody logs in', looks],
      ['looks at the wallet while many log in', async () => (await Promise.all([looks(), logins()]))[0]],
    ],
    rounds,
  )
  printTable(`log-ins, ${AT_ONCE} at once`, figures)
  const of = (name: string) => figures.get(name) ?? { perSecond: Number.NaN, p99Ms: Number.NaN }
  limits.atLeast(
    'log-ins of argon2’s own rate',
    of('log-ins').perSecond / of('argon2 by itself').perSecond,
    0.85,
  )
  limits.atMost(
    'p99 of other calls while many log in, of theirs when nobody does',
    of('looks at the wallet while many log in').p99Ms / of('looks at the wallet, nobody logs in').p99Ms,
    1.5,
  )
  await ours.end()
}
