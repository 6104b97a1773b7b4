import { DESK_NAMESPACE } from '@kapao/contract/desk-events'
import type { FastifyBaseLogger } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { SocketServer } from '../chat/socket-types.ts'
import { type Database, isOutage } from '../database/database.ts'
import type { FileStore, Space } from '../files/file-store.ts'
import { spaceForUploads } from '../files/uploads-folder.ts'
import type { Operator } from '../operator/operator.ts'
import type { RedisPart } from '../redis.ts'
import { clockFigures, figures } from './figures.ts'

export interface Metrics {
  readonly registry: Registry
  readonly requests: Histogram<'call' | 'status'>
  readonly refusals: Counter<'call' | 'code'>
  readonly feedMessages: Counter<'result'>
  readonly limitFallbacks: Counter
  readonly shed: Counter
  watchSockets(io: SocketServer): void
}

/** The worker polls the feed and has no /metrics: both ways are told from the books, those of before the way was kept as of an unknown one. */
const LATELY = `from bank_event where received_at > now() - interval '15 minutes'`
const DEPOSITS = `select coalesce(way, 'unknown') as way, state, count(*)::int as figure ${LATELY} group by 1, 2`
const CREDIT_QUANTILES = `select coalesce(way, 'unknown') as way, percentile_cont(array[0.5, 0.9, 0.99]) within group
    (order by greatest(extract(epoch from received_at - happened_at), 0)::float8) as quantiles
  ${LATELY} and state = 'credited' group by 1`

/**
 * Null while the database is away: then nobody tells what only it knows, rather than as it was, and what this process knows by itself is told all
 * the same.
 */
async function rowsOrNull<Row extends object>(database: Database, sql: string): Promise<Row[] | null> {
  try {
    return await database.query<Row>(sql)
  } catch (error) {
    if (isOutage(error)) return null
    throw error
  }
}

/** What the database knows of the whole. */
function tellFigures(registers: Registry[], database: Database): void {
  for (const one of figures) {
    new Gauge({
      name: one.name,
      help: one.help,
      registers,
      async collect() {
        const rows = await rowsOrNull<{ figure: number }>(database, one.sql)
        if (rows === null) this.remove()
        else this.set(rows[0]?.figure ?? 0)
      },
    })
  }
  for (const one of clockFigures) {
    new Gauge({
      name: one.name,
      help: one.help,
      // Not `job`: by that name Prometheus calls whom it asks, and puts ours aside.
      labelNames: ['task'],
      registers,
      async collect() {
        const rows = await rowsOrNull<{ job: string; figure: number }>(database, one.sql)
        this.reset()
        for (const { job, figure } of rows ?? []) this.set({ task: job }, figure)
      },
    })
  }
}

/** What came in over the last minutes. Without a deposit there is no figure, rather than a good one. */
function tellDeposits(registers: Registry[], database: Database): void {
  new Gauge({
    name: 'kapao_credit_seconds',
    help: 'From the bank transfer to the credit in the wallet, by the way it came, over the last 15 minutes',
    labelNames: ['way', 'quantile'],
    registers,
    async collect() {
      const rows = await rowsOrNull<{ way: string; quantiles: number[] }>(database, CREDIT_QUANTILES)
      this.reset()
      for (const { way, quantiles } of rows ?? [])
        for (const [place, quantile] of ['0.5', '0.9', '0.99'].entries())
          this.set({ way, quantile }, quantiles[place] ?? 0)
    },
  })
  new Gauge({
    name: 'kapao_deposits',
    help: 'Bank transfers that came in over the last 15 minutes, by the way and by what became of them',
    labelNames: ['way', 'state'],
    registers,
    async collect() {
      const rows = await rowsOrNull<{ way: string; state: string; figure: number }>(database, DEPOSITS)
      this.reset()
      for (const { way, state, figure } of rows ?? []) this.set({ way, state }, figure)
    },
  })
}

/** What this process has to wait for. */
function tellWaits(registers: Registry[], database: Database, redis: RedisPart | null): void {
  new Gauge({
    name: 'kapao_database_waiting',
    help: 'What waits for a connection to the database in this process',
    registers,
    collect() {
      this.set(database.waiting())
    },
  })
  new Gauge({
    name: 'kapao_database_away',
    help: '1 while the database does not answer this process',
    registers,
    async collect() {
      this.set((await rowsOrNull(database, 'select 1')) === null ? 1 : 0)
    },
  })
  new Gauge({
    name: 'kapao_redis_away',
    help: '1 while the Redis that is configured does not answer this process; 0 also where none is configured',
    registers,
    collect() {
      this.set(redis === null || redis.isThere() ? 0 : 1)
    },
  })
}

function tellUnread(registers: Registry[], operator: Operator): void {
  new Gauge({
    name: 'kapao_settings_unread',
    help: "What of the operator's tables this process could not read the last time, and does without or as it was before",
    registers,
    collect() {
      this.set(operator.unread())
    },
  })
}

/** Null where it cannot be found out, of which a line says why, once until it can be: the other figures are told all the same. */
function findSpace(what: string, look: () => Promise<Space | null>, log: Watched['log']) {
  let isUnknown = false
  return async () => {
    try {
      const space = await look()
      isUnknown = false
      return space
    } catch (error) {
      if (!isUnknown) log.warn({ err: error }, `what is free for ${what} cannot be found out`)
      isUnknown = true
      return null
    }
  }
}

/** What is left for files: where they are kept, if that is a disk, and where they come to. */
function tellSpace(registers: Registry[], { files, uploads = spaceForUploads, log }: Watched): void {
  const kept = findSpace('files', () => files.space(), log)
  const coming = findSpace('files that come', uploads, log)
  new Gauge({
    name: 'kapao_files_free_bytes',
    help: 'Free on the disk that keeps uploaded files; nothing is told where a bucket does',
    labelNames: ['store'],
    registers,
    async collect() {
      const space = await kept()
      this.reset()
      if (space !== null) this.set({ store: 'disk' }, space.freeBytes)
    },
  })
  new Gauge({
    name: 'kapao_uploads_free_bytes',
    help: 'Free on the disk where files that come to this process lie until they have been read',
    registers,
    async collect() {
      const space = await coming()
      if (space === null) this.remove()
      else this.set(space.freeBytes)
    },
  })
}

interface Watched {
  readonly database: Database
  readonly redis: RedisPart | null
  readonly files: FileStore
  /** The space for files that come; that of this process's folder where it is left out. */
  readonly uploads?: () => Promise<Space>
  readonly operator: Operator
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** What a process says of itself at /metrics: each promise to a player has its figure. */
export function openMetrics(watched: Watched): Metrics {
  const { database, redis, operator } = watched
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  tellFigures(registers, database)
  tellDeposits(registers, database)
  tellWaits(registers, database, redis)
  tellSpace(registers, watched)
  tellUnread(registers, operator)
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
    feedMessages: new Counter({
      name: 'kapao_feed_messages_total',
      help: "Messages of the bank's webhook, by what became of them",
      labelNames: ['result'],
      registers,
    }),
    limitFallbacks: new Counter({
      name: 'kapao_limit_fallbacks_total',
      help: 'Hits of limits that were counted in PostgreSQL because Redis did not answer',
      registers,
    }),
    shed: new Counter({
      name: 'kapao_shed_total',
      help: 'Calls turned away at the door because those inside would have had to wait too long',
      registers,
    }),
    watchSockets(io) {
      new Gauge({
        name: 'kapao_sockets',
        help: 'Open sockets of this process, of customers and of the desk',
        labelNames: ['side'],
        registers,
        collect() {
          this.set({ side: 'customer' }, io.sockets.sockets.size)
          this.set({ side: 'desk' }, io.of(DESK_NAMESPACE).sockets.size)
        },
      })
    },
  }
}
