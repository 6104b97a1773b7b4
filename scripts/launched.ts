// A launcher started by a test: the same file that `npm start` runs, its words kept.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Addresses } from './kapao.ts'
import { repositoryRoot } from './settings.ts'

export type Launched = {
  process: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** Resolves when everything answers; rejects with its words when it ends instead. */
  ready: Promise<Addresses>
  /** Resolves to its exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

export function launch(env: NodeJS.ProcessEnv): Launched {
  const node = join(repositoryRoot, 'node_modules', '.bin', 'node')
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const
  const child = spawn(node, ['scripts/launch.ts'], { cwd: repositoryRoot, env, stdio: [...stdio] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const ready = new Promise<Addresses>((resolve, reject) => {
    child.once('message', (message: Addresses) => resolve(message))
    child.once('close', (code) => reject(new Error(`Kapao did not start (code ${code}):\n${said}`)))
  })
  // Some tests want it to fail, and look at `ended` only.
  ready.catch(() => {})
  return { process: child, output: () => said, ready, ended }
}
