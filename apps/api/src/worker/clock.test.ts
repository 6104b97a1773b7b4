import { TestClock } from 'pg-boss'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countingJob as job } from '../../test/counting-job.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { type ClockJob, startClock } from './clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Three quarters of a minute before four in Bangkok. */
const BEFORE_FOUR = Date.UTC(2027, 0, 10, 20, 59, 15)

let server: TestServer
let told: string[]
const started: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  told = []
  server = await startTestServer('th', { onLogLine: (line) => told.push(line) })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.query('truncate pgboss.queue cascade')
  await server.database.query('update pgboss.version set cron_on = null')
  told.length = 0
})
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

async function start(jobs: readonly ClockJob[], time?: TestClock) {
  const { config, operator, log } = server
  const pace = time ? { time } : { pollSeconds: 0.5 }
  const clock = await startClock({ databaseUrl: config.databaseUrl, operator, jobs, log, ...pace })
  started.push(clock)
  return clock
}

/** How the runs of the job stand, the oldest first. */
async function states() {
  const rows = await server.database.query<{ state: string }>(
    "select state::text from pgboss.job where name = 'counting' order by created_on",
  )
  return rows.map(({ state }) => state)
}

/** Seconds from the start of a run that failed to its next try. */
async function pause() {
  const [row] = await server.database.query<{ seconds: number }>(
    "select extract(epoch from start_after - started_on)::float8 as seconds from pgboss.job where name = 'counting' and state = 'retry'",
  )
  return row?.seconds
}

const endPause = () =>
  server.database.query("update pgboss.job set start_after = now() where name = 'counting'")

async function figure(name: string) {
  const { body } = await server.app.inject({ method: 'GET', url: '/metrics' })
  return Number(new RegExp(`^${name}\\{task="counting"\\} (\\S+)$`, 'm').exec(body)?.[1])
}

/** A worker in the midst of the job, which goes on until it is told to `end`. */
async function startOneThatGoesOn() {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const clock = await start([
    job(() => {
      begun.resolve()
      return over.promise
    }),
  ])
  await clock.boss.send('counting')
  await begun.promise
  return { clock, end: over.resolve }
}

/** However busy the machine is. */
function soon<T>(look: () => T) {
  return expect.poll(look)
}

describe('a job of the clock', () => {
  it('runs once when its time comes, by the operator’s clock, however many workers there are', async () => {
    const time = new TestClock(BEFORE_FOUR)
    const runs: number[] = []
    const daily = () => job(async () => runs.push(time.now()), { cron: () => '0 4 * * *' })
    await start([daily()], time)
    await start([daily()], time)
    await time.tick(MINUTE_MS / 2)
    expect(runs).toEqual([])
    await time.tick(2 * MINUTE_MS)
    await soon(states).toEqual(['completed'])
    expect(runs).toHaveLength(1)
    expect(runs[0]).toBeGreaterThanOrEqual(BEFORE_FOUR + 45_000)
  })

  it('adds nothing when its time comes while it runs', async () => {
    const asked = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const slow = job(() => {
      asked.resolve()
      return end.promise
    })
    const { boss } = await start([slow])
    await start([slow])
    expect(await boss.send('counting')).not.toBeNull()
    await asked.promise
    expect(await boss.send('counting')).toBeNull()
    end.resolve()
    await soon(states).toEqual(['completed'])
    expect(await boss.send('counting')).not.toBeNull()
  })

  it.each([
    { isMadeUp: true, made: 1 },
    { isMadeUp: false, made: 0 },
  ])(
    'that nobody was up for is made up for once where that is wanted: $isMadeUp',
    async ({ isMadeUp, made }) => {
      let runs = 0
      const daily = job(async () => (runs += 1), { cron: () => '0 4 * * *', isMadeUp })
      const evening = new TestClock(BEFORE_FOUR - HOUR_MS)
      const before = await start([daily], evening)
      await evening.tick(MINUTE_MS)
      await before.stop()
      const later = new TestClock(BEFORE_FOUR + 50 * HOUR_MS)
      await start([daily], later)
      await later.tick(MINUTE_MS)
      await soon(states).toEqual(Array.from({ length: made }, () => 'completed'))
      expect(runs).toBe(made)
    },
  )

  it('that throws is told, and tried again after longer and longer pauses', async () => {
    let left = 2
    const { boss } = await start([
      job(async () => {
        if (left === 0) return
        left -= 1
        throw new Error('the bank’s secret')
      }),
    ])
    await boss.send('counting')
    await soon(states).toEqual(['retry'])
    expect(await pause()).toBeGreaterThanOrEqual(60)
    expect(await figure('kapao_job_failures')).toBe(1)
    expect(told.join('')).toMatch(/"job":"counting","try":1,.*a job of the clock failed/)
    await endPause()
    await soon(() => left).toBe(0)
    await soon(states).toEqual(['retry'])
    expect(await pause()).toBeGreaterThanOrEqual(100)
    expect(await figure('kapao_job_failures')).toBe(2)
    await endPause()
    await soon(states).toEqual(['completed'])
    expect(told.join('')).toMatch(/"job":"counting","try":3,.*"counted":1,.*done by the clock/)
    expect(await figure('kapao_job_failures')).toBe(0)
    expect(await figure('kapao_job_age_seconds')).toBeLessThan(60)
  })

  it('that failed for good is over, and its next time is a new one; what it threw stays in the log', async () => {
    const { boss } = await start([
      job(() => Promise.reject(new Error('the row of 0812345678')), { tries: 1 }),
    ])
    await boss.send('counting')
    await soon(states).toEqual(['failed'])
    const kept = await server.database.query<{ output: unknown }>('select output from pgboss.job')
    expect(JSON.stringify(kept)).not.toContain('0812345678')
    await boss.send('counting')
    await soon(states).toEqual(['failed', 'failed'])
    expect(await figure('kapao_job_failures')).toBe(2)
  })

  it('whose worker died is run by another', async () => {
    const { end } = await startOneThatGoesOn()
    let runs = 0
    const { boss } = await start([job(async () => (runs += 1))])
    await boss.supervise('counting')
    expect(await states()).toEqual(['active'])
    await server.database.query(
      "update pgboss.job set heartbeat_on = heartbeat_on - interval '61 seconds' where name = 'counting'",
    )
    await server.database.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
    await boss.supervise('counting')
    expect(await states()).toEqual(['retry'])
    await endPause()
    await soon(states).toEqual(['completed'])
    expect(runs).toBe(1)
    end()
  })

  it('that is cut off because its worker is told to stop is tried again', async () => {
    const { clock, end } = await startOneThatGoesOn()
    await clock.stop()
    expect(await states()).toEqual(['retry'])
    end()
  })
})
