// A process that the proof kills and starts again. Who dies without having been killed is remembered: nobody may.
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { repositoryRoot } from '../../scripts/settings.ts'

export interface Actor {
  readonly name: string
  /** Resolves when it works. One that cannot start yet (its database is away) tries until it can. */
  start(): Promise<void>
  /** SIGKILL, and the wait until it is gone. */
  kill(): Promise<void>
  /** In the words of its log, each time that it ended although nobody had killed it. */
  readonly ownDeaths: readonly string[]
}

const leash = join(repositoryRoot, 'scripts', 'leave-with-parent.ts')
const PAUSE_MS = 250
/** Its database may be killed again and again while it tries, on a machine that has other things to do. */
const STARTS_WITHIN_MS = 300_000
const LAST_LINES = 6

/** One of our own programs, run as `npm start` runs it. */
export class NodeActor implements Actor {
  readonly name: string
  readonly ownDeaths: string[] = []
  readonly #entry: string
  readonly #env: NodeJS.ProcessEnv
  readonly #logPath: string
  readonly #log: number
  #child: ChildProcess | null = null
  #isWanted = false

  constructor(name: string, entry: string, env: NodeJS.ProcessEnv, logFolder: string, root = repositoryRoot) {
    this.name = name
    this.#entry = join(root, entry)
    this.#env = env
    this.#logPath = join(logFolder, `${name}.log`)
    this.#log = openSync(this.#logPath, 'a')
  }

  async start(): Promise<void> {
    this.#isWanted = true
    const deadline = Date.now() + STARTS_WITHIN_MS
    while (this.#isWanted && !(await this.#startOnce())) {
      if (Date.now() > deadline) throw new Error(`${this.name} does not start: ${this.#lastWords()}`)
      await sleep(PAUSE_MS)
    }
  }

  /** Whether it came up. */
  #startOnce(): Promise<boolean> {
    const child = spawn(process.execPath, ['--import', leash, this.#entry], {
      cwd: repositoryRoot,
      env: this.#env,
      detached: true,
      stdio: ['ignore', this.#log, this.#log, 'ipc'],
    })
    this.#child = child
    return new Promise((resolve) => {
      let isUp = false
      child.once('message', () => {
        isUp = true
        resolve(true)
      })
      child.once('error', () => resolve(false))
      child.once('exit', (code, signal) => {
        if (this.#child === child) this.#child = null
        if (!isUp) return resolve(false)
        if (!this.#isWanted || signal === 'SIGKILL') return
        this.ownDeaths.push(`${this.name} ended with ${signal ?? `code ${code}`}: ${this.#lastWords()}`)
        // What then does not start any more is missed by everybody soon enough.
        this.start().catch(() => undefined)
      })
    })
  }

  #lastWords(): string {
    return readFileSync(this.#logPath, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n    ')
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  /** As a deployment ends it: it finishes what it has begun. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (child === null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
}
