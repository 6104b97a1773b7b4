import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../../scripts/free-ports.ts'
import { findRedis, startRedis } from '../../../scripts/redis.ts'

const program = findRedis()

/** Where there is none (`npm test` installs it where it may), the tests with it are left out, and counted as such. */
export const hasRedis = program !== null

/** A real server that a test kills and starts again. */
export class TestRedis {
  readonly port: number
  #server: ChildProcess | null = null

  constructor(port: number) {
    this.port = port
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    if (program === null) throw new Error('there is no redis-server')
    this.#server = await startRedis(program, this.port)
  }

  /** As it were of a machine that hangs: the line stands, and nothing comes. */
  freeze(): void {
    this.#server?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#server?.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server?.kill('SIGKILL')) await once(server, 'exit')
  }
}

export async function startTestRedis(): Promise<TestRedis> {
  const redis = new TestRedis(await freePort())
  await redis.start()
  return redis
}
