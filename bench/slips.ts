// What twenty slips of 10 MB that arrive at once cost in memory: the real processes, as `npm start` starts them. Prints the resident size of
// server and worker, each with the processes that it starts, idle and at its peak; fails when one goes more than 256 MB above idle.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { Kapao } from '../e2e/kapao.ts'
import { costOf, handInAll, largeSlips, MOST_ABOVE_IDLE_BYTES, SLIPS_AT_ONCE } from './slip-load.ts'

const MB = 1024 * 1024
const GIVE_UP_AFTER_MS = 300_000

function pidOf(dataFolder: string, name: string): number {
  const records: unknown = JSON.parse(readFileSync(join(dataFolder, 'processes.json'), 'utf8'))
  const record = Array.isArray(records) ? records.find((one) => one.name === name) : undefined
  if (typeof record?.pid !== 'number') throw new Error(`no ${name} is running`)
  return record.pid
}

async function logIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'kapao' },
    body: JSON.stringify({ username: '0690000001', password: 'kapao-demo-1' }),
  })
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('token' in answer)) throw new Error('no log-in')
  return String(answer.token)
}

/** Resolves when every slip's picture was looked at: its code was read, or it failed. */
async function allLookedAt(database: pg.Client): Promise<void> {
  const givesUpAt = performance.now() + GIVE_UP_AFTER_MS
  for (;;) {
    const { rows } = await database.query(
      "select count(*)::int as figure from slip where trans_ref is not null or state <> 'waiting'",
    )
    if (rows[0]?.figure === SLIPS_AT_ONCE) return
    if (performance.now() > givesUpAt) throw new Error(`only ${rows[0]?.figure} slips were looked at`)
    await wait(500)
  }
}

const slips = await largeSlips()
const kapao = await Kapao.start()
try {
  const { url, dataFolder, databaseUrl } = kapao.addresses
  const token = await logIn(url)
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const names = ['api', 'worker']
  const costs = await costOf(
    names.map((name) => pidOf(dataFolder, name)),
    async () => {
      const statuses = await handInAll(url, token, slips)
      if (statuses.some((status) => status !== 200)) throw new Error(`answered: ${statuses.join(' ')}`)
      await allLookedAt(database)
    },
  )
  await database.end()
  const mb = (bytes: number) => (bytes / MB).toFixed(0).padStart(5)
  console.log(`${SLIPS_AT_ONCE} slips of 10 MB at once | idle MB | peak MB | above idle MB`)
  for (const [at, { idle, peak }] of costs.entries()) {
    // What both share, the runtime itself, counts twice in the sum.
    const name = (names[at] ?? 'together').padEnd(26)
    console.log(`${name} |   ${mb(idle)} |   ${mb(peak)} | ${mb(peak - idle)}`)
    if (at < names.length && peak - idle > MOST_ABOVE_IDLE_BYTES) process.exitCode = 1
  }
  if (process.exitCode === 1)
    console.error(`over budget: more than ${mb(MOST_ABOVE_IDLE_BYTES)} MB above idle`)
} finally {
  await kapao.stop()
}
