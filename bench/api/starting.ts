// From the start of a process on a database that is there to its being ready, and what it holds when nobody asks anything.
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../scripts/free-ports.ts'
import { residentBytes, start } from '../processes.ts'
import { median } from './figures.ts'
import type { Bench } from './parts.ts'

const MB = 1024 * 1024
const IDLE_MS = 5_000

export async function benchStart({ database, rounds, limits }: Bench): Promise<void> {
  console.log(`\n${'process'.padEnd(20)} | ready ms | idle MB`)
  for (const [name, path] of [
    ['api', 'apps/api/src/main-api.ts'],
    ['worker', 'apps/api/src/main-worker.ts'],
    ['sandbox', 'apps/sandbox/src/main.ts'],
  ] as const) {
    const ready: number[] = []
    const idle: number[] = []
    const started = async () => {
      const port = String(await freePort())
      return start(path, { ...database.environment, HOST: '127.0.0.1', PORT: port, SANDBOX_PORT: port })
    }
    // One that has ended leaves what it has compiled, which the image has and `npm start` makes before.
    await (await started()).end()
    for (let round = 0; round < rounds; round += 1) {
      const process = await started()
      ready.push(process.readyMs)
      await wait(IDLE_MS)
      idle.push(residentBytes(process.pid))
      await process.end()
    }
    const [readyMs, idleMb] = [median(ready), median(idle) / MB]
    console.log(`${name.padEnd(20)} | ${readyMs.toFixed(0).padStart(8)} | ${idleMb.toFixed(0).padStart(7)}`)
    limits.atMost(`${name}, ready on an existing database`, readyMs, 2_000, ' ms')
    limits.atMost(`${name}, memory when idle`, idleMb, 150, ' MB')
  }
}
