// The launcher's children: api, worker and sandbox, started together, started again when one dies.
import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Logs } from './logs.ts'
import { PlainError } from './plain-error.ts'
import { repositoryRoot } from './settings.ts'

/** `name` is that of its log file, `title` what a line about it calls it. */
export type Program = {
  name: string
  title: string
  args: string[]
  /** For a program that does not say when it is ready: it is when this port answers. */
  readyPort?: number
}

export type ServiceOptions = {
  env: NodeJS.ProcessEnv
  logs: Logs
  say(line: string): void
  started(name: string, child: ChildProcess): void
}

const leash = join(import.meta.dirname, 'leave-with-parent.ts')
const readyWithinMs = 60_000
const backOffAtMostMs = 30_000
/** One that ran this long was well; its next death starts counting anew. */
const wellAfterMs = 60_000

/** One that was asked to goes on answering for a while before it ends. What is no number the API itself refuses. */
export function stopWithinMs({ KAPAO_DRAIN_SECONDS: seconds }: NodeJS.ProcessEnv): number {
  return 3_000 + (Number(seconds) || 0) * 1000
}

function spawnProgram(program: Program, options: ServiceOptions): ChildProcess {
  const log = options.logs.file(program.name)
  // A group of its own: Ctrl-C in the terminal reaches the launcher, which stops the others in order.
  const child = spawn(process.execPath, ['--import', leash, ...program.args], {
    cwd: repositoryRoot,
    env: options.env,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  })
  options.started(program.name, child)
  return child
}

/** Runs a program that does its work and ends; throws in words when it fails. */
export async function runProgram(program: Program, options: ServiceOptions): Promise<void> {
  const from = options.logs.size(program.name)
  const child = spawnProgram(program, options)
  const [code, signal] = await exitOf(child)
  if (code !== 0)
    throw new PlainError(failure(program, options.logs, from, `ended with ${signal ?? `code ${code}`}`))
}

function exitOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve([code, signal]))
  })
}

function failure(program: Program, logs: Logs, from: number, what: string): string {
  const lines = logs.tail(program.name, from).map((line) => `  ${line}`)
  return [
    `The ${program.name} ${what}. Its last words:`,
    ...lines,
    `All of them are in ${logs.path(program.name)}`,
  ].join('\n')
}

export class Service {
  readonly #program: Program
  readonly #options: ServiceOptions
  #child: ChildProcess | null = null
  #stopping = false
  #deaths = 0
  #timer: NodeJS.Timeout | null = null

  constructor(program: Program, options: ServiceOptions) {
    this.#program = program
    this.#options = options
  }

  get name(): string {
    return this.#program.name
  }

  /** Resolves when it says it is ready; throws in words when it ends or stays silent instead. */
  async start(): Promise<void> {
    const from = this.#options.logs.size(this.#program.name)
    const child = this.#spawn()
    const outcome = await new Promise<string | null>((resolve) => {
      const timer = setTimeout(() => resolve(`was not ready after ${readyWithinMs / 1000} s`), readyWithinMs)
      const settle = (trouble: string | null) => {
        clearTimeout(timer)
        resolve(trouble)
      }
      child.on('message', (message) => isReady(message) && settle(null))
      if (this.#program.readyPort !== undefined)
        whenAnswering(this.#program.readyPort, child, () => settle(null))
      child.once('error', (error) => settle(error.message))
      child.once('exit', (code, signal) => settle(`ended with ${signal ?? `code ${code}`}`))
    })
    if (this.#stopping) return
    if (outcome !== null) throw new PlainError(failure(this.#program, this.#options.logs, from, outcome))
    this.#keep(child)
  }

  #spawn(): ChildProcess {
    this.#child = spawnProgram(this.#program, this.#options)
    return this.#child
  }

  #keep(child: ChildProcess): void {
    const startedAt = Date.now()
    const from = this.#options.logs.size(this.#program.name)
    const again = () => {
      if (this.#stopping) return
      this.#deaths = Date.now() - startedAt > wellAfterMs ? 1 : this.#deaths + 1
      const waitMs = Math.min(backOffAtMostMs, 250 * 2 ** this.#deaths)
      const log = this.#options.logs.path(this.#program.name)
      this.#options.say(`The ${this.#program.title} ended; it starts again in ${waitMs / 1000} s (${log}).`)
      const words = this.#options.logs.tail(this.#program.name, from, 3)
      for (const line of words) this.#options.say(`  ${line}`)
      this.#timer = setTimeout(() => this.#keep(this.#spawn()), waitMs)
    }
    if (child.exitCode !== null || child.signalCode !== null) again()
    else child.once('exit', again)
  }

  /** Ends the running one and starts the next, for changed code; a broken one is tried again at the next change. */
  async restart(): Promise<void> {
    await this.stop()
    this.#stopping = false
    this.#deaths = 0
    this.#keep(this.#spawn())
  }

  async stop(): Promise<void> {
    this.#stopping = true
    if (this.#timer) clearTimeout(this.#timer)
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs(this.#options.env))
    await gone
    clearTimeout(timer)
  }

  kill(): void {
    this.#stopping = true
    this.#child?.kill('SIGKILL')
  }
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'ready' in message && message.ready === true
}

function whenAnswering(port: number, child: ChildProcess, then: () => void): void {
  const timer = setInterval(() => {
    const socket = connect(port, 'localhost', () => {
      clearInterval(timer)
      socket.destroy()
      then()
    })
    socket.on('error', () => socket.destroy())
  }, 100)
  child.once('exit', () => clearInterval(timer))
}
