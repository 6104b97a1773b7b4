import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { PasswordWord, PasswordWork } from './password-thread.ts'

/** How long threads without work are kept: each holds some megabytes. */
const IDLE_MS = 60_000

interface Job {
  readonly work: PasswordWork
  readonly resolve: (word: PasswordWord) => void
  readonly reject: (error: Error) => void
}

const waiting: Job[] = []
const free: Worker[] = []
const threads = new Set<Worker>()
let idle: NodeJS.Timeout | undefined

function begin(thread: Worker, job: Job): void {
  const done = () => {
    thread.off('message', heard).off('error', failed).off('exit', ended)
  }
  const heard = (word: PasswordWord) => {
    done()
    job.resolve(word)
    const next = waiting.shift()
    if (next) return begin(thread, next)
    rest(thread)
  }
  const lose = (error: Error) => {
    done()
    threads.delete(thread)
    job.reject(error)
    const next = waiting.shift()
    if (next) begin(start(), next)
  }
  const failed = (error: Error) => lose(error)
  const ended = (code: number) => lose(new Error(`a thread for passwords ended with ${code}`))
  thread.on('message', heard).on('error', failed).on('exit', ended)
  // A process does not end while somebody waits for this, and does when nobody does.
  thread.ref()
  thread.postMessage(job.work)
}

function rest(thread: Worker): void {
  thread.unref()
  free.push(thread)
  clearTimeout(idle)
  idle = setTimeout(() => {
    for (const one of free.splice(0)) {
      threads.delete(one)
      void one.terminate()
    }
  }, IDLE_MS).unref()
}

function start(): Worker {
  const thread = new Worker(new URL('./password-thread.ts', import.meta.url), { execArgv: [] })
  thread.on('error', () => undefined)
  // One that has ended without work is given none.
  thread.on('exit', () => {
    threads.delete(thread)
    const place = free.indexOf(thread)
    if (place >= 0) free.splice(place, 1)
  })
  threads.add(thread)
  return thread
}

/** Does the work on one of as many threads as there are processors, in the order in which it was asked for. */
export function onThread(work: PasswordWork): Promise<PasswordWord> {
  const { promise, resolve, reject } = Promise.withResolvers<PasswordWord>()
  const job: Job = { work, resolve, reject }
  const thread = free.pop() ?? (threads.size < availableParallelism() ? start() : undefined)
  if (thread) begin(thread, job)
  else waiting.push(job)
  return promise
}
