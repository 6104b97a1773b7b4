// A whole Kapao of a journey's own: the processes that `npm start` starts, on free ports, with a data folder that goes with it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/free-ports.ts'

export type Region = 'th' | 'la'
export type Addresses = { url: string; sandboxUrl: string; databaseUrl: string; dataFolder: string }

const root = join(import.meta.dirname, '..')

export class Kapao {
  readonly #env: NodeJS.ProcessEnv
  readonly #dataFolder: string
  #launcher: ChildProcess | null = null
  #addresses: Addresses | null = null

  private constructor(env: NodeJS.ProcessEnv, dataFolder: string) {
    this.#env = env
    this.#dataFolder = dataFolder
  }

  /** Starts one and waits until everything answers. */
  static async start(region: Region = 'th', more: NodeJS.ProcessEnv = {}): Promise<Kapao> {
    const dataFolder = mkdtempSync(join(tmpdir(), 'kapao-journey-'))
    const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
    const { DATABASE_URL: _, ...inherited } = process.env
    const env = { ...inherited, ...ports, KAPAO_DATA: dataFolder, KAPAO_REGION: region, ...more }
    const kapao = new Kapao(env, dataFolder)
    await kapao.#launch()
    return kapao
  }

  get addresses(): Addresses {
    if (this.#addresses === null) throw new Error('Kapao is not running')
    return this.#addresses
  }

  async #launch(): Promise<void> {
    const node = join(root, 'node_modules', '.bin', 'node')
    const launcher = spawn(node, ['scripts/launch.ts'], {
      cwd: root,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#launcher = launcher
    let said = ''
    for (const stream of [launcher.stdout, launcher.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    this.#addresses = await new Promise<Addresses>((resolve, reject) => {
      launcher.once('message', (message: Addresses) => resolve(message))
      launcher.once('exit', (code) => reject(new Error(`Kapao did not start (code ${code}):\n${said}`)))
    })
  }

  /** As Ctrl-C and `npm start` again: same ports, same data. */
  async restart(): Promise<void> {
    await this.#end('SIGTERM')
    await this.#launch()
  }

  /** As a power cut of the launcher, and `npm start` again. */
  async killAndRestart(): Promise<void> {
    await this.#end('SIGKILL')
    await this.#launch()
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const launcher = this.#launcher
    if (launcher === null || launcher.exitCode !== null || launcher.signalCode !== null) return
    const gone = new Promise((resolve) => launcher.once('exit', resolve))
    launcher.kill(signal)
    await gone
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
    rmSync(this.#dataFolder, { recursive: true, force: true })
  }
}
