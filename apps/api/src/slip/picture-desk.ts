import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { inTurn, isTurnFarOff } from '../files/in-turn.ts'
import type { ReceivedFile } from '../files/receive.ts'
import type { Redrawn } from './redraw.ts'

/** The largest honest picture takes a second or two; whatever takes this long was made to. */
const LIMIT_MS = 20_000
/** How long a process without work is kept. */
const IDLE_MS = 30_000

export type PreparedPicture =
  | { readonly kind: 'invalid' | 'odd-size' | 'overloaded' }
  /** The new picture is at `path`, until whoever asked has taken it. */
  | { readonly kind: 'prepared'; readonly path: string }

/**
 * Redraws strangers' pictures in a process of its own, one after the other: what decoding takes goes back to the system when the process
 * ends, a decoder that crashes takes nobody along, and one that never ends is ended.
 */
export interface PictureDesk {
  prepare(file: ReceivedFile): Promise<PreparedPicture>
  close(): Promise<void>
}

async function start(): Promise<ChildProcess> {
  const child = fork(new URL('./picture-process.ts', import.meta.url), {
    // Large blocks go back to the system at once instead of being kept for the next picture (glibc; others pass it over).
    env: { PATH: process.env.PATH, MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' },
    execArgv: ['--max-semi-space-size=1'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => null)
  if ((await Promise.race([once(child, 'message'), ended])) === null) throw new Error('no picture process')
  return child
}

export function openPictureDesk({ limitMs = LIMIT_MS }: { readonly limitMs?: number } = {}): PictureDesk {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = child
    child = null
    if (ended?.kill('SIGKILL')) await once(ended, 'exit')
  }

  /** Null when the process ended over the picture, or had to be ended. */
  async function ask(asked: ChildProcess, order: object): Promise<Redrawn | null> {
    const { promise, resolve } = Promise.withResolvers<Redrawn | null>()
    const giveUp = () => resolve(null)
    const timer = setTimeout(giveUp, limitMs)
    asked.once('message', (word: Redrawn) => resolve(word))
    asked.once('exit', giveUp)
    asked.send(order, (error) => error && giveUp())
    const answer = await promise
    clearTimeout(timer)
    asked.off('exit', giveUp)
    return answer
  }

  async function prepareNow({ path, bytes }: ReceivedFile): Promise<PreparedPicture> {
    clearTimeout(idle)
    if (child === null || child.exitCode !== null || child.signalCode !== null) child = await start()
    const into = `${path}.jpg`
    const outcome = await ask(child, { path, bytes, into })
    if (outcome === null) {
      await end()
      return { kind: 'odd-size' }
    }
    idle = setTimeout(end, IDLE_MS).unref()
    return outcome === 'prepared' ? { kind: outcome, path: into } : { kind: outcome }
  }

  return {
    async prepare(file) {
      return isTurnFarOff() ? { kind: 'overloaded' } : inTurn(() => prepareNow(file))
    },
    async close() {
      await inTurn(end)
    },
  }
}
