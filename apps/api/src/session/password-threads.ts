import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { PasswordWord, PasswordWork } from './password-thread.ts'

/** How long threads without work are kept: each holds some megabytes. */
const IDLE_MS = 60_000
/** Asked for once: it is a system call. */
const PROCESSORS = availableParallelism()
/** Who was there a moment ago is taken to be there still. */
const OTHERS_FOR_MS = 500

let othersAtMs = Number.NEGATIVE_INFINITY

/** Somebody asks for something else: they are not to wait behind passwords, whose threads keep every processor at work for as long as there are any. */
export function leaveRoomForOthers(atMs = performance.now()): void {
  othersAtMs = atMs
}

/** One processor is left to the others, where there are some and there is more than one. */
function mostAtWork(): number {
  return performance.now() - othersAtMs < OTHERS_FOR_MS ? Math.max(1, PROCESSORS - 1) : PROCESSORS
}

interface Job {
  readonly work: PasswordWork
  readonly resolve: (word: PasswordWord) => void
  readonly reject: (error: Error) => void
}

const waiting: Job[] = []
const free: Worker[] = []
let atWork = 0
let idle: NodeJS.Timeout | undefined

function begin(thread: Worker, job: Job): void {
  const done = () => {
    thread.off('message', heard).off('error', failed).off('exit', ended)
    atWork -= 1
  }
  const heard = (word: PasswordWord) => {
    done()
    job.resolve(word)
    rest(thread)
    goOn()
  }
  const lose = (error: Error) => {
    done()
    job.reject(error)
    goOn()
  }
  const failed = (error: Error) => lose(error)
  const ended = (code: number) => lose(new Error(`a thread for passwords ended with ${code}`))
  thread.on('message', heard).on('error', failed).on('exit', ended)
  atWork += 1
  // A process does not end while somebody waits for this, and does when nobody does.
  thread.ref()
  thread.postMessage(job.work)
}

function rest(thread: Worker): void {
  thread.unref()
  free.push(thread)
  clearTimeout(idle)
  idle = setTimeout(() => {
    for (const one of free.splice(0)) void one.terminate()
  }, IDLE_MS).unref()
}

function start(): Worker {
  const thread = new Worker(new URL('./password-thread.ts', import.meta.url), { execArgv: [] })
  thread.on('error', () => undefined)
  // One that has ended without work is given none.
  thread.on('exit', () => {
    const place = free.indexOf(thread)
    if (place >= 0) free.splice(place, 1)
  })
  return thread
}

export const passwordsAtWork = () => atWork

function goOn(): void {
  while (atWork < mostAtWork()) {
    const job = waiting.shift()
    if (job === undefined) return
    begin(free.pop() ?? start(), job)
  }
}

/**
 * Does the work on one of as many threads as there are processors, or one fewer while others ask for something else, in the order in which it was
 * asked for.
 */
export function onThread(work: PasswordWork): Promise<PasswordWord> {
  const { promise, resolve, reject } = Promise.withResolvers<PasswordWord>()
  waiting.push({ work, resolve, reject })
  goOn()
  return promise
}
