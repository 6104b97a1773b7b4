import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { countingJob as job } from '../../test/counting-job.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { type ClockJob, startClock } from './clock.ts'

let server: TestServer
const told: string[] = []
const started: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  server = await startTestServer('th', { onLogLine: (line) => told.push(line) })
})
afterAll(() => server.stop())
beforeEach(() => server.database.query('truncate pgboss.queue cascade'))
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

async function start(jobs: readonly ClockJob[], operator = server.operator) {
  const { config, log } = server
  const clock = await startClock({ databaseUrl: config.databaseUrl, operator, jobs, log, pollSeconds: 0.5 })
  started.push(clock)
  return clock
}

/** However busy the machine is. */
function soon<T>(look: () => T) {
  return expect.poll(look)
}

const schedules = () =>
  server.database.query('select name, cron, timezone, options from pgboss.schedule order by name')
const nightly = job(async () => undefined, {
  name: 'nightly',
  cron: ({ reconcileHour }) => `0 ${reconcileHour} * * *`,
  isMadeUp: true,
})

it('schedules of a new release replace those of the old', async () => {
  const gone = job(async () => undefined, { name: 'gone' })
  const old = await start([gone, job(async () => undefined, { cron: () => '5 5 * * *', tries: 9 })])
  // Beside the new it would put back what it has and the new has not.
  await old.stop()
  const { boss } = await start([nightly, job(async () => undefined, { cron: () => '6 6 * * *', tries: 2 })])
  expect(await schedules()).toMatchObject([
    { name: 'counting', cron: '6 6 * * *' },
    { name: 'nightly', cron: '0 4 * * *' },
  ])
  expect(await boss.getQueue('counting')).toMatchObject({ retryLimit: 1 })
})

it('schedules follow the operator’s settings', async () => {
  await start([nightly])
  const options = { tz: 'Asia/Bangkok', missed: 'once' }
  expect(await schedules()).toMatchObject([{ cron: '0 4 * * *', timezone: 'Asia/Bangkok', options }])
  await server.set('reconcileHour', 5)
  await server.set('timeZone', 'Asia/Vientiane')
  await soon(schedules).toMatchObject([{ cron: '0 5 * * *', timezone: 'Asia/Vientiane' }])
})

it('schedules of another release stay when the settings change: the worker that started last decides', async () => {
  await server.set('timeZone', 'Asia/Bangkok')
  const ours = job(async () => undefined)
  await start([ours])
  const newer = await start([ours, nightly])
  await newer.stop()
  await server.set('timeZone', 'Asia/Vientiane')
  await soon(async () => (await schedules())[0]).toMatchObject({
    name: 'counting',
    timezone: 'Asia/Vientiane',
  })
  expect(await schedules()).toMatchObject([{}, { name: 'nightly', timezone: 'Asia/Bangkok' }])
})

it('a schedule that an older release dropped is put back by a worker that has its job, and told; no other is touched', async () => {
  await server.set('reconcileHour', 4)
  await start([job(async () => undefined, { cron: () => '6 6 * * *' }), nightly])
  await start([job(async () => undefined, { cron: () => '5 5 * * *' })])
  await soon(schedules).toMatchObject([
    { name: 'counting', cron: '5 5 * * *' },
    { name: 'nightly', cron: '0 4 * * *' },
  ])
  await soon(() => told.join('')).toMatch(/"job":"nightly".*the schedule of a job was gone/)
})

it('schedules are as the settings say that changed while they were set for the first time', async () => {
  let reconcileHour = 4
  let change = () => {}
  const operator = {
    ...server.operator,
    current: () => ({ ...server.operator.current(), reconcileHour }),
    onChange(listener: () => void) {
      change = listener
    },
  }
  const cron: ClockJob['cron'] = ({ reconcileHour: hour }) => {
    if (hour === 4)
      queueMicrotask(() => {
        reconcileHour = 5
        change()
      })
    return `0 ${hour} * * *`
  }
  await start([job(async () => undefined, { cron })], operator)
  await soon(schedules).toMatchObject([{ cron: '0 5 * * *' }])
})

it('schedules are set one run after the other, and only where something has changed', async () => {
  await start([nightly, job(async () => undefined)])
  const { schedule } = PgBoss.prototype
  let atOnce = 0
  let most = 0
  const setting = vi.spyOn(PgBoss.prototype, 'schedule').mockImplementation(async function (
    this: PgBoss,
    ...args
  ) {
    atOnce += 1
    most = Math.max(most, atOnce)
    await Reflect.apply(schedule, this, args).finally(() => {
      atOnce -= 1
    })
  })
  await server.set('reconcileHour', 7)
  await Promise.all([1, 2, 3].map(() => server.operator.reload()))
  await soon(schedules).toMatchObject([{}, { name: 'nightly', cron: '0 7 * * *' }])
  await server.set('reconcileHour', 4)
  await soon(schedules).toMatchObject([{}, { name: 'nightly', cron: '0 4 * * *' }])
  expect(setting.mock.calls.map(([name]) => name)).toEqual(['nightly', 'nightly'])
  expect(most).toBe(1)
  setting.mockRestore()
})

it('schedules that could not be set are tried again', async () => {
  let times = 0
  const cron = () => {
    times += 1
    if (times === 2) throw new Error('not now')
    return times < 2 ? '1 4 * * *' : '3 4 * * *'
  }
  await start([job(async () => undefined, { cron })])
  await server.operator.reload()
  await soon(schedules).toMatchObject([{ cron: '3 4 * * *' }])
  expect(told.join('')).toContain('the schedules could not be set')
})
