// Starts the whole of Kapao and keeps it running: database, api, worker, sandbox. Started by scripts/start.mjs.
import { parseArgs } from 'node:util'
import { Kapao } from './kapao.ts'
import { messageOf, PlainError } from './plain-error.ts'

// Nobody may be reading any more (a closed terminal); that must not end the clean-up half way.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
const kapao = new Kapao(values.dev)

/** One Ctrl-C arrives more than once: from the terminal, from npm and from start.mjs. A later one means it. */
const sameTapMs = 700
let stoppedAt: number | null = null

/** `why` is said to whoever reads along; null after a failure, which was said. */
async function stop(why: string | null): Promise<void> {
  if (stoppedAt !== null) {
    if (Date.now() - stoppedAt < sameTapMs) return
    kapao.kill()
    process.exit(1)
  }
  stoppedAt = Date.now()
  if (why !== null) console.log(`\nStopping: ${why} ...`)
  await kapao.stop()
  process.exit(why === null ? 1 : 0)
}

const signals = {
  SIGINT: 'Ctrl-C (SIGINT)',
  SIGTERM: 'it was told to (SIGTERM)',
  SIGHUP: 'its terminal was closed (SIGHUP)',
} as const
for (const [signal, why] of Object.entries(signals)) process.on(signal, () => void stop(why))
process.on('disconnect', () => void stop('npm, which started it, has ended'))

async function fail(error: unknown): Promise<void> {
  // Stopping in the middle of a start makes the start fail; that is no news.
  if (stoppedAt !== null) return
  console.error(
    error instanceof PlainError ? error.message : error instanceof Error ? error.stack : messageOf(error),
  )
  await stop(null)
}

process.on('uncaughtException', (error) => void fail(error))
process.on('unhandledRejection', (error) => void fail(error))

try {
  const addresses = await kapao.start((reason) => void fail(new PlainError(reason)))
  if (process.connected) process.send?.({ ready: true, ...addresses })
} catch (error) {
  await fail(error)
}
