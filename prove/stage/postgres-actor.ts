// A PostgreSQL whose postmaster the proof kills. What it had confirmed must be there when it comes back.
import type { ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, prepareCluster } from '../../scripts/database-cluster.ts'
import { freePort } from '../../scripts/free-ports.ts'
import { startServer } from '../../scripts/postgres-server.ts'
import { clearPredecessor, readPidFile } from '../../scripts/postmaster.ts'
import type { Actor } from './actor.ts'

export class PostgresActor implements Actor {
  readonly name = 'postgresql'
  readonly ownDeaths: string[] = []
  readonly #cluster: Cluster
  readonly #log: number
  #server: ChildProcess | null = null
  #isWanted = false

  private constructor(cluster: Cluster, log: number) {
    this.#cluster = cluster
    this.#log = log
  }

  /** The embedded PostgreSQL on a new cluster below `folder`. */
  static async make(folder: string): Promise<PostgresActor> {
    const cluster = await prepareCluster(folder, () => {})
    cluster.port = await freePort()
    return new PostgresActor(cluster, openSync(join(folder, 'postgresql.log'), 'a'))
  }

  /** Where the cluster lies; elsewhere than asked for when its user cannot enter that. */
  get home(): string {
    return this.#cluster.home
  }

  url(name: string): string {
    return `postgresql://kapao:${this.#cluster.password}@127.0.0.1:${this.#cluster.port}/${name}`
  }

  async createDatabase(name: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url('postgres') })
    await client.connect()
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    await client.end()
  }

  async start(): Promise<void> {
    this.#isWanted = true
    const { binaries, folder, port, user } = this.#cluster
    // Backends outlive their postmaster for a moment, and may still commit in it.
    await clearPredecessor(folder)
    const server = startServer({ postgres: binaries.postgres, cluster: folder, port, user }, this.#log)
    this.#server = server
    let hasEnded = false
    server.once('exit', (code, signal) => {
      hasEnded = true
      if (this.#isWanted) this.ownDeaths.push(`postgresql ended with ${signal ?? `code ${code}`}`)
    })
    for (;;) {
      const file = readPidFile(folder)
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
