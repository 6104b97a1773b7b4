import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { pictureTurns, type Sender } from './in-turn.ts'

/** The largest honest picture takes a second or two, and four when it moves; whatever takes this long was made to. */
const LIMIT_MS = 20_000
/** How long a process without work is kept. */
const IDLE_MS = 30_000

/**
 * Works on strangers' pictures in a process of its own: what decoding takes goes back to the system when the process ends, a decoder that
 * crashes takes nobody along, and one that never ends is ended. One order at a time, in one queue with all others of this process's.
 */
export interface OwnProcess<Order extends object, Outcome> {
  /** 'overloaded' when too many wait already; null when the process ended over the order, or had to be ended. */
  ask(sender: Sender, order: Order): Promise<Outcome | 'overloaded' | null>
  /** In its turn, as the last of this sender's. */
  close(sender: Sender): Promise<void>
}

async function start(script: URL): Promise<ChildProcess> {
  const child = fork(script, {
    // Large blocks go back to the system at once instead of being kept for the next picture (glibc; others pass it over).
    env: { PATH: process.env.PATH, MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' },
    execArgv: ['--max-semi-space-size=1'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => null)
  if ((await Promise.race([once(child, 'message'), ended])) === null) throw new Error('no picture process')
  return child
}

/** `script` answers by answerOrders. It is started when there is something to do. */
export function openOwnProcess<Order extends object, Outcome>(script: URL): OwnProcess<Order, Outcome> {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = child
    child = null
    if (ended?.kill('SIGKILL')) await once(ended, 'exit')
  }

  async function answerOf(asked: ChildProcess, order: Order): Promise<Outcome | null> {
    const { promise, resolve } = Promise.withResolvers<Outcome | null>()
    const giveUp = () => resolve(null)
    const timer = setTimeout(giveUp, LIMIT_MS)
    asked.once('message', (word: Outcome) => resolve(word))
    asked.once('exit', giveUp)
    asked.send(order, (error) => error && giveUp())
    const answer = await promise
    clearTimeout(timer)
    asked.off('exit', giveUp)
    return answer
  }

  async function askNow(order: Order): Promise<Outcome | null> {
    clearTimeout(idle)
    if (child === null || child.exitCode !== null || child.signalCode !== null) child = await start(script)
    const outcome = await answerOf(child, order)
    if (outcome === null) await end()
    else idle = setTimeout(end, IDLE_MS).unref()
    return outcome
  }

  return {
    async ask(sender, order) {
      return pictureTurns.isFarOff(sender) ? 'overloaded' : pictureTurns.take(sender, () => askNow(order))
    },
    close: (sender) => pictureTurns.take(sender, end),
  }
}
