import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database.ts'

export interface Metrics {
  readonly registry: Registry
  readonly requests: Histogram<'call' | 'status'>
  readonly refusals: Counter<'call' | 'code'>
  readonly feedEvents: Counter<'result' | 'way'>
  readonly timeToCredit: Histogram
}

/** What a process says of itself at /metrics: each promise to a player has its figure. */
export function openMetrics(database: Database): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const ask = (name: string, help: string, sql: string) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const [row] = await database.query<{ figure: number }>(sql)
        this.set(row?.figure ?? 0)
      },
    })
  ask(
    'kapao_transfers_unknown',
    'Transfers whose outcome at the provider is not known yet',
    "select count(*)::int as figure from game_transfer where state = 'open' and checks > 0",
  )
  ask(
    'kapao_deposits_unmatched',
    'Incoming bank transfers that belong to no known member',
    "select count(*)::int as figure from bank_event where state = 'unmatched'",
  )
  ask(
    'kapao_payout_oldest_seconds',
    'Age of the oldest withdrawal that is not paid out yet',
    `select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as figure from withdrawal
     where state in ('held', 'sent')`,
  )
  return {
    registry,
    requests: new Histogram({
      name: 'kapao_http_request_seconds',
      help: 'Time to answer, by call and status',
      labelNames: ['call', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    refusals: new Counter({
      name: 'kapao_refusals_total',
      help: 'Refusals, by call and code',
      labelNames: ['call', 'code'],
      registers,
    }),
    feedEvents: new Counter({
      name: 'kapao_feed_events_total',
      help: 'Bank feed events, by what became of them',
      labelNames: ['result', 'way'],
      registers,
    }),
    timeToCredit: new Histogram({
      name: 'kapao_time_to_credit_seconds',
      help: 'From the bank transfer to the credit in the wallet',
      buckets: [0.1, 0.5, 1, 2, 5, 15, 60, 300],
      registers,
    }),
  }
}
