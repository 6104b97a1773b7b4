// The launcher's side of the embedded database: starts its keeper, starts another when that one is gone.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, prepareCluster, rememberCluster } from './database-cluster.ts'
import type { KeeperMessage, KeeperPlan } from './database-keeper.ts'
import { freePort, portTrouble } from './free-ports.ts'
import { type Lock, takeLock } from './lock.ts'
import { PlainError } from './plain-error.ts'
import { clearPredecessor } from './postmaster.ts'

export type Database = {
  /** The address of one database on the server, made when it is not there yet. */
  open(name: string): Promise<string>
  /** The address of the server's own database `postgres`, for making and dropping others. */
  adminUrl: string
  stop(): Promise<void>
}

export type DatabaseOptions = {
  dataFolder: string
  /** An open file for what PostgreSQL says. */
  log: number | 'ignore'
  /** That file's name, for whoever has to look why PostgreSQL does not start. */
  logPath?: string
  say(line: string): void
  /** Told each keeper, for the list of processes that the next start ends. */
  started(keeper: ChildProcess): void
  /** The database cannot be kept up any longer. */
  lost(reason: string): void
  /** The data folder is a test's, and goes with the keeper. */
  temporary?: boolean
  /** Where the server is to be set other than ours: {shared_buffers: '1GB'}. */
  settings?: Readonly<Record<string, string>>
}

export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const cluster = await prepareCluster(options.dataFolder, options.say)
  // A copied data folder would lead a second launcher to the same cluster outside of it.
  const lock = takeLock(join(cluster.home, 'launcher.lock'), `The database in ${cluster.home}`)
  try {
    await clearPredecessor(cluster.folder)
    await choosePort(options.dataFolder, cluster)
    const keeper = new Keeper(options, cluster)
    await keeper.start()
    return databaseOf(keeper, cluster, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function choosePort(dataFolder: string, cluster: Cluster): Promise<void> {
  if (cluster.port !== 0 && (await portTrouble(cluster.port, '127.0.0.1')) === null) return
  cluster.port = await freePort()
  rememberCluster(dataFolder, cluster)
}

function databaseOf(keeper: Keeper, cluster: Cluster, lock: Lock): Database {
  const url = (name: string) => `postgresql://kapao:${cluster.password}@127.0.0.1:${cluster.port}/${name}`
  return {
    adminUrl: url('postgres'),
    async open(name) {
      await createIfMissing(url('postgres'), name)
      return url(name)
    },
    async stop() {
      await keeper.stop()
      lock.release()
    },
  }
}

async function createIfMissing(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

class Keeper {
  readonly #options: DatabaseOptions
  readonly #plan: KeeperPlan
  #child: ChildProcess | null = null
  #stopping = false

  constructor(options: DatabaseOptions, cluster: Cluster) {
    this.#options = options
    this.#plan = {
      postgres: cluster.binaries.postgres,
      cluster: cluster.folder,
      port: cluster.port,
      user: cluster.user,
      removeAtEnd: options.temporary ? [cluster.home, options.dataFolder] : [],
      ...(options.settings && { settings: options.settings }),
    }
  }

  /** Resolves when PostgreSQL takes connections. */
  start(): Promise<void> {
    const { log } = this.#options
    const script = join(import.meta.dirname, 'database-keeper.ts')
    // A group of its own: Ctrl-C in the terminal reaches the launcher, which stops the others in order.
    const child = spawn(process.execPath, [script, JSON.stringify(this.#plan)], {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    })
    this.#child = child
    this.#options.started(child)
    return new Promise((resolve, reject) => {
      let reason = 'its keeper ended'
      let ready = false
      child.on('message', (message: KeeperMessage) => {
        if (message.event === 'failed') reason = message.reason
        else if (ready) this.#options.say('PostgreSQL had stopped and was started again.')
        if (message.event === 'ready') {
          ready = true
          resolve()
        }
      })
      child.on('error', (error) => reject(error))
      child.on('exit', (code) => {
        this.#child = null
        if (!ready) reject(new PlainError(`The database did not start: ${reason}${this.#whereToLook()}.`))
        else if (!this.#stopping) this.#replace(code === 1 ? reason : null)
      })
    })
  }

  #whereToLook(): string {
    const { logPath } = this.#options
    return logPath === undefined ? '' : `; what it said is in ${logPath}`
  }

  #replace(reason: string | null): void {
    if (reason !== null) {
      this.#options.lost(`${reason}${this.#whereToLook()}`)
      return
    }
    this.#options.say("The database's keeper was killed; starting another.")
    this.start().catch((error: Error) => this.#options.lost(error.message))
  }

  async stop(): Promise<void> {
    this.#stopping = true
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.connected) child.disconnect()
    await gone
  }
}
