// The Redis of the system's packages, killed and started again as an operator's would be. It keeps nothing: what was counted in it is gone.
import type { ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-ports.ts'
import { provideRedis, startRedis } from '../../scripts/redis.ts'
import type { Actor } from './actor.ts'

export class RedisActor implements Actor {
  readonly name = 'redis'
  readonly ownDeaths: string[] = []
  readonly #program: string
  readonly #port: number
  readonly #log: number
  #server: ChildProcess | null = null
  #isWanted = false

  constructor(program: string, port: number, logFolder: string) {
    this.#program = program
    this.#port = port
    this.#log = openSync(join(logFolder, 'redis.log'), 'a')
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    this.#isWanted = true
    const server = await startRedis(this.#program, this.#port, this.#log)
    this.#server = server
    server.once('exit', (code, signal) => {
      if (this.#isWanted) this.ownDeaths.push(`redis ended with ${signal ?? `code ${code}`}`)
    })
  }

  async kill(): Promise<void> {
    this.#isWanted = false
    const server = this.#server
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
  }
}

/** Null where there is no redis-server and none may be installed. */
export async function openSystemRedis(
  logFolder: string,
  say: (line: string) => void,
): Promise<RedisActor | null> {
  const program = provideRedis(say)
  if (program === null) return null
  const redis = new RedisActor(program, await freePort(), logFolder)
  await redis.start()
  return redis
}
