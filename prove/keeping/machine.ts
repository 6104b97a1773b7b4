// A machine of its own: a data folder, ports, and on it what `npm start` and the other commands run.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../scripts/free-ports.ts'
import type { Addresses } from '../../scripts/kapao.ts'
import { type Launched, launch } from '../../scripts/launched.ts'
import { repositoryRoot } from '../../scripts/settings.ts'

/** What the sandbox remembers, below the data folder. */
const OUTSIDE = 'sandbox'

export class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'kapao-keeping-'))
  readonly #env: NodeJS.ProcessEnv
  #launched: Launched | null = null
  #addresses: Addresses | null = null

  private constructor(ports: { PORT: string; SANDBOX_PORT: string }) {
    const { DATABASE_URL: _, ...inherited } = process.env
    this.#env = { ...inherited, ...ports, KAPAO_DATA: this.folder, KAPAO_REGION: 'th' }
  }

  static async empty(): Promise<Machine> {
    return new Machine({ PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) })
  }

  get addresses(): Addresses {
    if (this.#addresses === null) throw new Error('this machine does not run')
    return this.#addresses
  }

  async start(): Promise<void> {
    this.#launched = launch(this.#env)
    this.#addresses = await this.#launched.ready
  }

  async stop(): Promise<void> {
    this.#launched?.process.kill('SIGTERM')
    await this.#launched?.ended
    this.#launched = null
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** The bank, the games and the issuer live on when our machine is lost: this one deals with the same. */
  meetWorldOf(lost: Machine): void {
    const from = join(lost.folder, OUTSIDE)
    if (!existsSync(from)) throw new Error(`there is no ${from}`)
    cpSync(from, join(this.folder, OUTSIDE), { recursive: true })
  }

  /** One of the commands, as `npm run` runs it. */
  run(
    command: 'backup' | 'restore' | 'reconcile',
    ...words: string[]
  ): Promise<{ code: number; said: string }> {
    const node = join(repositoryRoot, 'node_modules', '.bin', 'node')
    const child = spawn(node, [join('scripts', `${command}.ts`), ...words], {
      cwd: repositoryRoot,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, said })))
  }

  /** Asks its database. `isForced`: past every trigger, as somebody with its keys could. */
  async rows<Row extends pg.QueryResultRow>(sql: string, isForced = false): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.addresses.databaseUrl })
    await client.connect()
    try {
      if (isForced) await client.query("set session_replication_role = 'replica'")
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }
}
