import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** The largest honest picture takes a second or two, and four when it moves; whatever takes this long was made to. */
const LIMIT_MS = 20_000
/** How long a process without work is kept. */
const IDLE_MS = 30_000

/**
 * Does work on strangers' bytes in a process of its own: what decoding takes goes back to the system when the process ends, a decoder that
 * crashes takes nobody along, and one that never ends is ended. One order at a time is the caller's to see to (in-turn.ts).
 */
export interface OwnProcess<Order extends object, Outcome> {
  /** Null when the process ended over the order, or had to be ended. */
  ask(order: Order): Promise<Outcome | null>
  end(): Promise<void>
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

/** `script` sends a first message when it is ready, and one for each order. It is started when there is something to do. */
export function openOwnProcess<Order extends object, Outcome>(
  script: URL,
  limitMs = LIMIT_MS,
): OwnProcess<Order, Outcome> {
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
    const timer = setTimeout(giveUp, limitMs)
    asked.once('message', (word: Outcome) => resolve(word))
    asked.once('exit', giveUp)
    asked.send(order, (error) => error && giveUp())
    const answer = await promise
    clearTimeout(timer)
    asked.off('exit', giveUp)
    return answer
  }

  return {
    async ask(order) {
      clearTimeout(idle)
      if (child === null || child.exitCode !== null || child.signalCode !== null) child = await start(script)
      const outcome = await answerOf(child, order)
      if (outcome === null) await end()
      else idle = setTimeout(end, IDLE_MS).unref()
      return outcome
    },
    end,
  }
}
