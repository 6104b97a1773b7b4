// A whole Kapao of a journey's own: the processes that `npm start` starts, on free ports, with a data folder that goes with it. Or one that
// somebody else has started, where there is one in KAPAO_E2E_STAGE.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/free-ports.ts'
import type { Addresses } from '../scripts/kapao.ts'
import { type Launched, launch } from '../scripts/launched.ts'
import { layPreparedCluster } from '../scripts/prepared-cluster.ts'
import type { Region } from '../scripts/settings.ts'

/** Another's Kapao, and where to ask for its restart: a POST is answered when all of it has been replaced. */
export type GivenStage = Addresses & { readonly restartUrl: string }

export class Kapao {
  readonly #env: NodeJS.ProcessEnv
  readonly #dataFolder: string
  #launched: Launched | null = null
  #addresses: Addresses | null = null
  #restartUrl: string | null = null

  private constructor(env: NodeJS.ProcessEnv, dataFolder: string) {
    this.#env = env
    this.#dataFolder = dataFolder
  }

  /** Starts one and waits until everything answers. */
  static async start(region: Region = 'th', more: NodeJS.ProcessEnv = {}): Promise<Kapao> {
    const dataFolder = mkdtempSync(join(tmpdir(), 'kapao-journey-'))
    await layPreparedCluster(dataFolder)
    const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
    const { DATABASE_URL: _, ...inherited } = process.env
    const env = { ...inherited, ...ports, KAPAO_DATA: dataFolder, KAPAO_REGION: region, ...more }
    const kapao = new Kapao(env, dataFolder)
    await kapao.#launch()
    return kapao
  }

  /** The one that is given, or one of its own. */
  static async find(region: Region): Promise<Kapao> {
    const text = process.env.KAPAO_E2E_STAGE
    if (!text) return Kapao.start(region)
    const given: GivenStage = JSON.parse(text)
    const kapao = new Kapao({}, '')
    kapao.#addresses = given
    kapao.#restartUrl = given.restartUrl
    return kapao
  }

  get addresses(): Addresses {
    if (this.#addresses === null) throw new Error('Kapao is not running')
    return this.#addresses
  }

  async #launch(): Promise<void> {
    this.#launched = launch(this.#env)
    this.#addresses = await this.#launched.ready
  }

  /** As Ctrl-C and `npm start` again: same ports, same data. */
  async restart(): Promise<void> {
    if (this.#restartUrl !== null) {
      const answer = await fetch(this.#restartUrl, { method: 'POST' })
      if (!answer.ok) throw new Error(`It was not restarted: ${await answer.text()}`)
      return
    }
    await this.#end('SIGTERM')
    await this.#launch()
  }

  /** As a power cut of the launcher, and `npm start` again. */
  async killAndRestart(): Promise<void> {
    await this.#end('SIGKILL')
    await this.#launch()
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#launched?.process.kill(signal)
    await this.#launched?.ended
  }

  async stop(): Promise<void> {
    if (this.#restartUrl !== null) return
    await this.#end('SIGTERM')
    rmSync(this.#dataFolder, { recursive: true, force: true })
  }
}
