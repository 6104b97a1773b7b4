// The whole of Kapao as real processes, each of which can be killed by itself: PostgreSQL, migrations, sandbox, API, worker.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-ports.ts'
import { repositoryRoot } from '../../scripts/settings.ts'
import { type Actor, NodeActor } from './actor.ts'
import { makeMigratedCluster, PostgresActor } from './postgres-actor.ts'

/** The outside world runs ten times as fast: what hangs for half a minute there hangs for three seconds here. */
const TIME_SCALE = '0.1'

export interface Stage {
  readonly apiUrl: string
  readonly sandboxUrl: string
  readonly databaseUrl: string
  /** Where the logs are. */
  readonly folder: string
  /** All that can be killed. */
  readonly actors: readonly Actor[]
  /** One more of the API, with `more` of the environment; it ends with the stage. */
  startApi(name: string, more?: NodeJS.ProcessEnv): Promise<string>
  /** Ends everything; `isKept` leaves the logs to be read. */
  close(isKept: boolean): Promise<void>
}

export function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env
  return { ...inherited, KAPAO_REGION: 'th', KAPAO_SANDBOX_TIME_SCALE: TIME_SCALE, ...more }
}

/** Runs a program to its end; throws when that is not a good one. */
export function run(
  entry: string,
  env: NodeJS.ProcessEnv,
  log: number,
  root = repositoryRoot,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, entry)], { env, stdio: ['ignore', log, log] })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${entry} ended with ${code}`))))
  })
}

/** `more` of the environment for every process, beside what the stage needs. */
export async function openStage(more: NodeJS.ProcessEnv = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-prove-'))
  // The database's user passes through it to its cluster.
  chmodSync(folder, 0o711)
  const postgres = new PostgresActor(await makeMigratedCluster(folder), folder)
  const [apiPort, sandboxPort] = [await freePort(), await freePort()]
  const [apiUrl, sandboxUrl] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${sandboxPort}`]
  const databaseUrl = postgres.url('kapao_prove')
  const env = environment({
    PORT: String(apiPort),
    SANDBOX_PORT: String(sandboxPort),
    KAPAO_GATEWAY_URL: sandboxUrl,
    KAPAO_API_URL: apiUrl,
    KAPAO_DATA: folder,
    DATABASE_URL: databaseUrl,
    ...more,
  })
  const sandbox = new NodeActor('sandbox', 'apps/sandbox/src/main.ts', env, folder)
  const api = new NodeActor('api', 'apps/api/src/main-api.ts', env, folder)
  const worker = new NodeActor('worker', 'apps/api/src/main-worker.ts', env, folder)
  const others: NodeActor[] = []
  const startApi = async (name: string, moreOfIt: NodeJS.ProcessEnv = {}) => {
    const port = await freePort()
    const actor = new NodeActor(
      name,
      'apps/api/src/main-api.ts',
      { ...env, ...moreOfIt, PORT: String(port) },
      folder,
    )
    others.push(actor)
    await actor.start()
    return `http://127.0.0.1:${port}`
  }
  const close = async (isKept: boolean) => {
    await Promise.all([api, worker, sandbox, ...others].map((actor) => actor.kill()))
    await postgres.stop()
    if (isKept) return
    rmSync(postgres.home, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await postgres.start()
    await postgres.createDatabase('kapao_prove')
    await run('apps/api/src/main-migrate.ts', env, openSync(join(folder, 'migrate.log'), 'a'))
    await Promise.all([sandbox.start(), api.start(), worker.start()])
  } catch (error) {
    await close(true)
    throw error
  }
  const actors = [api, worker, sandbox, postgres]
  return { apiUrl, sandboxUrl, databaseUrl, folder, actors, startApi, close }
}
