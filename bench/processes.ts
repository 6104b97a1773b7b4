// Processes that a bench starts and looks at.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../scripts/settings.ts'

export interface Started {
  readonly pid: number
  /** What it said when it was ready. */
  readonly word: unknown
  /** From its start to that word. */
  readonly readyMs: number
  /** Asks it to end; resolves when it has. */
  end(): Promise<void>
}

/** Starts a script of the repository and waits until it says that it is ready. */
export function start(path: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const startedAt = performance.now()
  const child = fork(join(repositoryRoot, path), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${path} ended with ${code}`)))
    child.once('message', (word) =>
      resolve({
        pid: child.pid ?? 0,
        word,
        readyMs: performance.now() - startedAt,
        end: async () => {
          const ended = once(child, 'exit')
          child.kill('SIGTERM')
          await ended
        },
      }),
    )
  })
}

export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}

/** User and system time so far. Unlike a delay it says nearly the same on a machine that is busy with other things. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const MS_PER_TICK = 10
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}
