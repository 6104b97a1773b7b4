// The order in which Kapao starts and stops.
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { compileApi } from './api-compilation.ts'
import { type Database, startDatabase } from './database.ts'
import { viteEnvironment, vitePrograms, watchSources } from './development.ts'
import { rememberFileStore } from './file-store-place.ts'
import { writeWhole } from './files.ts'
import { portTrouble } from './free-ports.ts'
import { type Lock, takeLock } from './lock.ts'
import { Logs } from './logs.ts'
import { outsideAddress, playsSandbox, rememberOutside, sandboxEnvironment } from './outside-address.ts'
import { buildDesk, buildWallet, deskFolder, walletFolder } from './page-builds.ts'
import { messageOf, PlainError } from './plain-error.ts'
import { endProcess, type ProcessRecord, readRecords, recordOf } from './processes.ts'
import { runProgram, Service, type ServiceOptions } from './services.ts'
import { readSettings, repositoryRoot, type Settings, YOUNG_HEAP } from './settings.ts'
import { summary } from './summary.ts'

export type Addresses = {
  url: string
  /** Where the outside world answers: the sandbox, or what KAPAO_GATEWAY_URL names. */
  sandboxUrl: string
  dataFolder: string
  databaseUrl: string
}

/** Tests of the launcher put small stand-ins for the services there. */
const entries = process.env.KAPAO_TEST_ENTRIES ?? repositoryRoot
const program = (name: string, path: string, title = name) => ({
  name,
  title,
  args: [YOUNG_HEAP, join(entries, path)],
})
const migrate = program('migrate', 'apps/api/src/main-migrate.ts', "database's migration")
const sandboxProgram = program('sandbox', 'apps/sandbox/src/main.ts')

export class Kapao {
  readonly #dev: boolean
  readonly #children = new Map<string, ProcessRecord>()
  #lock: Lock | null = null
  #logs: Logs | null = null
  #database: Database | null = null
  #services: Service[] = []
  #settings: Settings | null = null

  constructor(dev: boolean) {
    this.#dev = dev
  }

  /** Resolves when everything answers. `lost` is told when it can no longer be kept running. */
  async start(lost: (reason: string) => void): Promise<Addresses> {
    const settings = readSettings(process.env, this.#dev)
    this.#settings = settings
    const hasSandbox = playsSandbox(process.env, settings)
    this.#lock = takeLock(
      join(settings.dataFolder, 'launcher.lock'),
      `The data folder ${settings.dataFolder}`,
    )
    await endLeftovers(settings.dataFolder)
    await refuseBusyPorts(settings, hasSandbox)
    const logs = new Logs(settings.dataFolder)
    this.#logs = logs
    const options = (env: NodeJS.ProcessEnv): ServiceOptions => ({
      env,
      logs,
      say,
      started: (name, child) => this.#record(name, child),
    })
    const env = childEnvironment(settings)
    rememberFileStore(settings.dataFolder, process.env)
    rememberOutside(settings.dataFolder, outsideAddress(process.env, settings), process.env)
    const opening = this.#openDatabase(settings, logs, lost)
    await allSettledOrThrow([opening, ...this.#prepare(settings, options(env))])
    const databaseUrl = await opening
    const withDatabase = options({ ...env, DATABASE_URL: databaseUrl })
    await runProgram(migrate, withDatabase)
    const sandbox = hasSandbox ? [new Service(sandboxProgram, options(sandboxEnvironment(env)))] : []
    await this.#startServices(settings, withDatabase, sandbox, options(env))
    console.log(summary(settings, logs, hasSandbox))
    const url = `http://localhost:${settings.port}`
    return {
      url,
      sandboxUrl: hasSandbox
        ? `http://localhost:${settings.sandboxPort}`
        : outsideAddress(process.env, settings),
      dataFolder: settings.dataFolder,
      databaseUrl,
    }
  }

  async #startServices(
    settings: Settings,
    withDatabase: ServiceOptions,
    sandbox: Service[],
    plain: ServiceOptions,
  ): Promise<void> {
    const api = new Service(program('api', 'apps/api/src/main-api.ts'), withDatabase)
    const worker = new Service(program('worker', 'apps/api/src/main-worker.ts'), withDatabase)
    this.#services = [api, worker, ...sandbox]
    if (settings.dev !== null)
      this.#services.push(...vitePrograms(settings.dev).map((one) => new Service(one, plain)))
    await allSettledOrThrow(this.#services.map((service) => service.start()))
    if (settings.dev === null) return
    const migrateIfNeeded = async (path: string) => {
      if (/^(migrations|regions)\//.test(path)) await runProgram(migrate, withDatabase)
    }
    watchSources(
      [
        { folder: 'apps/api', services: [api, worker], before: migrateIfNeeded },
        { folder: 'apps/sandbox', services: sandbox },
        { folder: 'packages', services: [api, worker, ...sandbox] },
      ],
      say,
    )
  }

  async #openDatabase(settings: Settings, logs: Logs, lost: (reason: string) => void): Promise<string> {
    if (settings.databaseUrl !== null) {
      await refuseUnreachable(settings.databaseUrl)
      return settings.databaseUrl
    }
    const started = (keeper: ChildProcess) => this.#record('database', keeper)
    this.#database = await startDatabase({
      dataFolder: settings.dataFolder,
      log: logs.file('database'),
      logPath: logs.path('database'),
      say,
      started,
      lost,
    })
    return await this.#database.open(`kapao_${settings.region}`)
  }

  /** What is made of the sources, where these have changed since. */
  #prepare({ region, pseudoLocale }: Settings, options: ServiceOptions): Promise<void>[] {
    if (entries !== repositoryRoot) return []
    // Under `npm run dev` Vite serves them; the API only needs some build to stand behind it.
    const stands = (folder: string) => this.#dev && existsSync(join(folder, 'index.html'))
    return [
      ...(stands(walletFolder(region, pseudoLocale)) ? [] : [buildWallet(region, options)]),
      ...(stands(deskFolder(pseudoLocale)) ? [] : [buildDesk(options)]),
      // There the API starts anew at every change.
      ...(this.#dev ? [] : [compileApi(options)]),
    ]
  }

  // What a rough end leaves behind is found again by this list at the next start.
  #record(name: string, child: ChildProcess): void {
    const record = child.pid === undefined ? null : recordOf(name, child.pid)
    if (record === null || this.#settings === null) return
    this.#children.set(name, record)
    writeWhole(leftoversFile(this.#settings.dataFolder), JSON.stringify([...this.#children.values()]))
  }

  /** The services first, so that none of them sees its database go. */
  async stop(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.stop()))
    await this.#database?.stop()
    this.#logs?.close()
    this.#lock?.release()
  }

  /** Without waiting: the database's keeper still stops PostgreSQL properly when this process is gone. */
  kill(): void {
    for (const service of this.#services) service.kill()
  }
}

function say(line: string): void {
  console.log(line)
}

function childEnvironment(settings: Settings): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env
  return {
    KAPAO_GATEWAY_URL: outsideAddress(process.env, settings),
    KAPAO_API_URL: `http://127.0.0.1:${settings.port}`,
    // What was compiled at one start is there at the next.
    NODE_COMPILE_CACHE: join(settings.dataFolder, 'compiled'),
    ...inherited,
    // Many shells keep the machine's name under it.
    HOST: '0.0.0.0',
    PORT: String(settings.port),
    SANDBOX_PORT: String(settings.sandboxPort),
    KAPAO_REGION: settings.region,
    KAPAO_DATA: settings.dataFolder,
    KAPAO_WALLET_FOLDER: walletFolder(settings.region, settings.pseudoLocale),
    KAPAO_DESK_FOLDER: deskFolder(settings.pseudoLocale),
    ...viteEnvironment(settings),
  }
}

/** Waits for all of them even when one fails: what is still starting must be known before it is stopped. */
async function allSettledOrThrow(work: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}

async function refuseBusyPorts(settings: Settings, hasSandbox: boolean): Promise<void> {
  const wanted: [string, number | null][] = [
    ['PORT', settings.port],
    ['SANDBOX_PORT', hasSandbox ? settings.sandboxPort : null],
    ['WALLET_PORT', settings.dev?.walletPort ?? null],
    ['DESK_PORT', settings.dev?.deskPort ?? null],
  ]
  for (const [name, port] of wanted) {
    if (port === null) continue
    const trouble = (await portTrouble(port)) ?? (await portTrouble(port, '127.0.0.1'))
    if (trouble === null) continue
    const reason = trouble === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${trouble})`
    throw new PlainError(
      `Port ${port} ${reason}. Set ${name} to another one, for example ${name}=${port + 1000}.`,
    )
  }
}

async function refuseUnreachable(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    throw new PlainError(`The database of DATABASE_URL cannot be reached: ${messageOf(error)}.`)
  }
}

function leftoversFile(dataFolder: string): string {
  return join(dataFolder, 'processes.json')
}

/** Ends what an earlier launcher, killed outright, could not. Most have left by themselves. */
async function endLeftovers(dataFolder: string): Promise<void> {
  const file = leftoversFile(dataFolder)
  if (!existsSync(file)) return
  await Promise.all(
    readRecords(readFileSync(file, 'utf8')).map((record) =>
      endProcess(record, [
        // The keeper is stopping PostgreSQL; it gets the time that this takes.
        ['SIGTERM', record.name === 'database' ? 15_000 : 3_000],
        ['SIGKILL', 2_000],
      ]),
    ),
  )
}
