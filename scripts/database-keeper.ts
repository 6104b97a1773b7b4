// PostgreSQL's parent. It outlives its own parent just long enough to stop PostgreSQL cleanly: when the launcher
// vanishes, however roughly, the IPC channel closes. When PostgreSQL dies, it is started again on the same port.
import type { ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from './plain-error.ts'
import { type ServerPlan, startServer } from './postgres-server.ts'
import { clearPredecessor, readPidFile } from './postmaster.ts'

export type KeeperPlan = ServerPlan & {
  /** Folders that go with the keeper: a test's cluster. */
  removeAtEnd: string[]
}

export type KeeperMessage = { event: 'ready'; restarted: boolean } | { event: 'failed'; reason: string }

const attemptsAtMost = 6
let stopping = false
let server: ChildProcess | null = null

function tell(message: KeeperMessage): void {
  if (process.connected) process.send?.(message)
}

/** Runs the server once, until it ends. Resolves to whether it ever took connections. */
async function runServer(plan: KeeperPlan, restarted: boolean): Promise<boolean> {
  const child = startServer(plan)
  server = child
  let ended = false
  let ready = false
  const end = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      console.error(messageOf(error))
      ended = true
      resolve()
    })
    child.once('exit', () => {
      ended = true
      resolve()
    })
  })
  while (!ended && !ready) {
    const file = readPidFile(plan.cluster)
    ready = file?.pid === child.pid && file?.status === 'ready'
    if (!ready) await Promise.race([end, sleep(20)])
  }
  if (ready) tell({ event: 'ready', restarted })
  await end
  server = null
  return ready
}

async function keep(plan: KeeperPlan): Promise<void> {
  let failures = 0
  let restarted = false
  while (!stopping) {
    await clearPredecessor(plan.cluster)
    if (stopping) break
    const wasReady = await runServer(plan, restarted)
    restarted = true
    failures = wasReady ? 0 : failures + 1
    if (failures === attemptsAtMost) throw new Error('PostgreSQL does not start')
    if (failures > 0 && !stopping) await sleep(100 * 2 ** failures)
  }
}

/** Fast shutdown: running transactions are undone, committed ones are on disk. */
async function stopServer(): Promise<void> {
  stopping = true
  for (const [signal, waitMs] of [
    ['SIGINT', 8_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 1_000],
  ] as const) {
    if (server === null) return
    server.kill(signal)
    const deadline = Date.now() + waitMs
    while (server !== null && Date.now() < deadline) await sleep(10)
  }
}

function isPlan(value: unknown): value is KeeperPlan {
  return (
    typeof value === 'object' &&
    value !== null &&
    'postgres' in value &&
    'cluster' in value &&
    'port' in value
  )
}

async function main(): Promise<void> {
  const plan: unknown = JSON.parse(process.argv[2] ?? readFileSync(0, 'utf8'))
  if (!isPlan(plan)) throw new Error('the keeper was started without a plan')
  process.on('disconnect', stopServer)
  process.on('SIGTERM', stopServer)
  process.on('SIGINT', stopServer)
  process.on('SIGHUP', stopServer)
  if (!process.connected) stopping = true
  let exitCode = 0
  try {
    await keep(plan)
  } catch (error) {
    console.error(messageOf(error))
    tell({ event: 'failed', reason: messageOf(error) })
    exitCode = 1
  }
  for (const folder of plan.removeAtEnd) rmSync(folder, { recursive: true, force: true })
  process.exit(exitCode)
}

await main()
