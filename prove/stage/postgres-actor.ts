// A PostgreSQL whose postmaster the proof kills. What it had confirmed must be there when it comes back.
import type { ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { prepareCluster } from '../../scripts/database-cluster.ts'
import { freePort } from '../../scripts/free-ports.ts'
import { type ServerPlan, startServer } from '../../scripts/postgres-server.ts'
import { clearPredecessor, readPidFile } from '../../scripts/postmaster.ts'
import { layPreparedCluster } from '../../scripts/prepared-cluster.ts'
import type { Actor } from './actor.ts'

/** A cluster and how it is served. */
export interface Served {
  readonly home: string
  readonly password: string
  readonly plan: ServerPlan
}

/** As makeEmbeddedCluster, whose databases have this release's migrations from the beginning. */
export async function makeMigratedCluster(folder: string): Promise<Served> {
  await layPreparedCluster(folder)
  return makeEmbeddedCluster(folder)
}

/** The embedded PostgreSQL on a new cluster below `folder`. */
export async function makeEmbeddedCluster(folder: string): Promise<Served> {
  const { home, password, binaries, folder: cluster, user } = await prepareCluster(folder, () => {})
  return { home, password, plan: { postgres: binaries.postgres, cluster, port: await freePort(), user } }
}

export class PostgresActor implements Actor {
  readonly name = 'postgresql'
  readonly ownDeaths: string[] = []
  readonly #served: Served
  readonly #log: number
  #server: ChildProcess | null = null
  #isWanted = false

  constructor(served: Served, logFolder: string) {
    this.#served = served
    this.#log = openSync(join(logFolder, 'postgresql.log'), 'a')
  }

  /** Where the cluster lies; elsewhere than asked for when its user cannot enter that. */
  get home(): string {
    return this.#served.home
  }

  url(name: string): string {
    return `postgresql://kapao:${this.#served.password}@127.0.0.1:${this.#served.plan.port}/${name}`
  }

  async createDatabase(name: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url('postgres') })
    await client.connect()
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    await client.end()
  }

  async start(): Promise<void> {
    this.#isWanted = true
    const { plan } = this.#served
    // Backends outlive their postmaster for a moment, and may still commit in it.
    await clearPredecessor(plan.cluster)
    const server = startServer(plan, this.#log)
    this.#server = server
    let hasEnded = false
    server.once('exit', (code, signal) => {
      hasEnded = true
      if (this.#isWanted) this.ownDeaths.push(`postgresql ended with ${signal ?? `code ${code}`}`)
    })
    for (;;) {
      const file = readPidFile(plan.cluster)
      if (file?.pid === server.pid && file?.status === 'ready') return
      if (hasEnded) throw new Error('PostgreSQL does not start')
      await sleep(20)
    }
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  /** A fast shutdown. */
  stop(): Promise<void> {
    return this.#end('SIGINT')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false
    const server = this.#server
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await gone
  }
}
