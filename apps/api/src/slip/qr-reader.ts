import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ThreadWord } from './qr-thread.ts'

/** Of a processor's time: a readable slip takes a fraction of a second, a picture of noise can keep a reader busy for minutes. */
const LIMIT_MS = 8_000
/** By the clock, however busy the machine is with other things. */
const LONGEST_READING_MS = 30_000
const LOOK_EVERY_MS = 100
/** How long a thread without work is kept: it holds some fifty megabytes. */
const IDLE_MS = 30_000
/** What a picture may make the readers hold on to; past it the thread ends, and only the thread. */
const MOST_HEAP_MB = 64

/** Reads the QR codes of pictures in a thread of its own, one picture after the other, so that nothing else waits for a reader. */
export interface QrReader {
  /** Every text found, each once; null when the picture took too long, or too much, to be told anything of. Throws when it is none. */
  read(jpeg: Uint8Array): Promise<readonly string[] | null>
  close(): Promise<void>
}

interface Options {
  readonly limitMs?: number
}

export function openQrReader({ limitMs = LIMIT_MS }: Options = {}): QrReader {
  let thread: Worker | null = null
  let latest: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = thread
    thread = null
    await ended?.terminate()
  }

  async function start(): Promise<Worker> {
    const started = new Worker(new URL('./qr-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: 8 },
    })
    // Only a read in progress cares how a thread ends, and it listens itself.
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (thread === started) thread = null
    })
    await once(started, 'message')
    return started
  }

  async function answerOf(asked: Worker, jpeg: Uint8Array): Promise<ThreadWord | null> {
    const { promise, resolve } = Promise.withResolvers<ThreadWord | null>()
    let latestWord: ThreadWord | null = null
    const hear = (word: ThreadWord) => {
      latestWord = word
      if (word.kind !== 'none-yet') resolve(word)
    }
    const giveUp = () => resolve(latestWord)
    const began = performance.now()
    const before = await asked.cpuUsage()
    const timer = setInterval(async () => {
      if (performance.now() - began > LONGEST_READING_MS) return giveUp()
      // A thread that has ended has no time to tell; its end is heard below.
      const now = await asked.cpuUsage().catch(() => before)
      if (now.user + now.system - before.user - before.system > limitMs * 1_000) giveUp()
    }, LOOK_EVERY_MS)
    asked.on('message', hear)
    asked.once('exit', giveUp)
    asked.postMessage(jpeg)
    const word = await promise
    clearInterval(timer)
    asked.off('message', hear)
    asked.off('exit', giveUp)
    return word
  }

  async function readNow(jpeg: Uint8Array): Promise<readonly string[] | null> {
    clearTimeout(idle)
    thread ??= await start()
    const word = await answerOf(thread, jpeg)
    if (word === null || word.kind === 'none-yet') {
      await end()
      // The quick reader alone is a reader: it has looked everywhere and found none.
      return word && []
    }
    idle = setTimeout(end, IDLE_MS).unref()
    if (word.kind === 'texts') return word.texts
    throw new Error(word.kind === 'broken' ? word.why : 'the reading thread answered nothing')
  }

  return {
    read(jpeg) {
      const mine = latest.then(() => readNow(jpeg))
      latest = mine.catch(() => undefined)
      return mine
    },
    async close() {
      await latest
      await end()
    },
  }
}
