import pg from 'pg'
import { type Clock, type Job, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { LINE_ASKED } from '../database/database-listeners.ts'
import type { Operator, OperatorState } from '../operator/operator.ts'
import { CLOCK_SCHEMA, CLOCK_VERSION, clockVersion } from './clock-schema.ts'

/** Work that nothing but the time makes due. */
export interface ClockJob {
  readonly name: string
  /** By the operator's clock: minute, hour, day of the month, month, day of the week. */
  cron(state: OperatorState): string
  /** Whether the last time that no worker was up for is made up for. */
  readonly isMadeUp: boolean
  /** A run that takes longer is taken for one that hangs, and begun anew. */
  readonly longestSeconds: number
  /** A run that fails, or whose worker dies, is tried again: after the first pause, then after longer and longer ones. */
  readonly tries: number
  readonly firstPauseSeconds: number
  readonly longestPauseSeconds: number
  /**
   * Answers with what there is to tell, null when there was nothing to do. Whatever it throws is a failed try. It may be run twice at once, when
   * its worker lost sight of the database for a while: never to a double effect.
   */
  run(): Promise<object | null>
}

interface ClockParts {
  readonly databaseUrl: string
  readonly operator: Operator
  readonly jobs: readonly ClockJob[]
  readonly log: Logger
  /** How often a job that is due is asked for. */
  readonly pollSeconds?: number
  /** A test's own time. */
  readonly time?: Clock
}

/** A worker that has not been heard of for so long is dead: its run is somebody else's. */
const DEAD_AFTER_SECONDS = 60
const POLL_SECONDS = 5
/** Once a minute it is seen to that no schedule is gone. */
const POLLS_TO_A_LOOK = 12
const HOUR_SECONDS = 3_600
/** Longer would be killed where containers are told to stop. A run that is cut off is tried again by another worker. */
const STOP_MS = 5_000

/** What the schema is, before pg-boss is let near it: a release never works on one that it does not know yet. */
async function findVersion(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, ...LINE_ASKED })
  await client.connect()
  try {
    const found = await clockVersion(client)
    if (found === null || found < CLOCK_VERSION)
      throw new Error(
        `the database's schema ${CLOCK_SCHEMA} is ${found === null ? 'not there' : `of version ${found}`}, and this release needs ${CLOCK_VERSION}: run main-migrate.ts first`,
      )
    return found
  } finally {
    await client.end()
  }
}

async function makeQueues(boss: PgBoss, jobs: readonly ClockJob[]): Promise<void> {
  for (const job of jobs) {
    const limits = {
      retryLimit: job.tries - 1,
      retryDelay: job.firstPauseSeconds,
      retryBackoff: true,
      retryDelayMax: job.longestPauseSeconds,
      expireInSeconds: job.longestSeconds,
      heartbeatSeconds: DEAD_AFTER_SECONDS,
    }
    // At most one that waits, runs or is to be tried again: a time that comes meanwhile adds nothing.
    await boss.createQueue(job.name, { policy: 'exclusive', ...limits })
    // It may have been there, with the limits of another release.
    await boss.updateQueue(job.name, limits)
  }
}

/** Those that another release has left. At the start alone: the worker that started last decides. */
async function dropOthers(boss: PgBoss, jobs: readonly ClockJob[]): Promise<void> {
  for (const { name, key } of await boss.getSchedules()) {
    if (!jobs.some((job) => job.name === name && key === '')) await boss.unschedule(name, key)
  }
}

interface SchedulesParts extends Pick<ClockParts, 'operator' | 'jobs' | 'log'> {
  /** The pause before what failed is tried again; so many of them are between two looks at what was set. */
  readonly pollMs: number
}

/**
 * Sets each job's schedule by the operator's settings: one run at a time, until the newest settings stand there. Looks from then on whether they are
 * there: a worker of the release before that starts once more drops those that it does not know.
 */
class Schedules {
  readonly #boss: PgBoss
  readonly #parts: SchedulesParts
  /** What was set by this worker for each job, as one text. */
  readonly #set = new Map<string, string>()
  #runs: Promise<void> = Promise.resolve()
  #again: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(boss: PgBoss, parts: SchedulesParts) {
    this.#boss = boss
    this.#parts = parts
  }

  /** Throws when it could not be done. */
  async begin(): Promise<void> {
    const { operator, jobs } = this.#parts
    // First: what is changed while the first run is under way is set by the next.
    operator.onChange(() => this.#follow())
    this.#runs = dropOthers(this.#boss, jobs).then(() => this.#setAll())
    const first = this.#runs
    this.#runs = first.catch(() => undefined)
    await first
    this.#followIn(POLLS_TO_A_LOOK * this.#parts.pollMs)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#again)
  }

  #follow(): void {
    if (this.#isStopped) return
    clearTimeout(this.#again)
    const { log, pollMs } = this.#parts
    this.#runs = this.#runs
      .then(() => this.#setAll())
      .then(
        () => this.#followIn(POLLS_TO_A_LOOK * pollMs),
        (error: unknown) => {
          if (this.#isStopped) return
          log.error({ err: error }, 'the schedules could not be set, and will be tried again')
          this.#followIn(pollMs)
        },
      )
  }

  #followIn(ms: number): void {
    if (this.#isStopped) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.#follow(), ms)
  }

  async #setAll(): Promise<void> {
    const { operator, jobs, log } = this.#parts
    const there = new Set((await this.#boss.getSchedules()).map(({ name }) => name))
    for (const job of jobs) {
      if (this.#isStopped) return
      const state = operator.current()
      const cron = job.cron(state)
      const options = { tz: state.timeZone, missed: job.isMadeUp ? 'once' : 'skip' } as const
      const wanted = `${cron} ${options.tz}`
      const before = this.#set.get(job.name)
      // Whatever else of the settings has changed, and however it stands there: another release that started later has its own.
      if (before === wanted && there.has(job.name)) continue
      await this.#boss.schedule(job.name, cron, null, options)
      if (before !== undefined && !there.has(job.name))
        log.warn({ job: job.name }, 'the schedule of a job was gone, and was set again')
      this.#set.set(job.name, wanted)
    }
  }
}

async function runJob(
  job: ClockJob,
  { retryCount }: Pick<Job, 'retryCount'>,
  log: Logger,
): Promise<object | null> {
  const told = { job: job.name, try: retryCount + 1 }
  const startedAt = performance.now()
  try {
    const done = await job.run()
    if (done)
      log.info({ ...told, ms: Math.round(performance.now() - startedAt), ...done }, 'done by the clock')
    return done
  } catch (error) {
    log.error({ err: error, ...told }, 'a job of the clock failed')
    // pg-boss keeps what it is thrown, and a database's error may hold a member's row.
    throw new Error(error instanceof Error ? error.name : 'not an error')
  }
}

/**
 * Runs each job when its time has come: once over all workers, by pg-boss. Any number of these may run beside each other; a process that dies
 * leaves its run to the others.
 */
export async function startClock({
  databaseUrl,
  operator,
  jobs,
  log,
  pollSeconds = POLL_SECONDS,
  time,
}: ClockParts): Promise<{ readonly boss: PgBoss; stop(): Promise<void> }> {
  const found = await findVersion(databaseUrl)
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: CLOCK_SCHEMA,
    application_name: 'kapao-clock',
    ...LINE_ASKED,
    max: 2,
    connectionTimeoutMillis: 10_000,
    // It refuses any version but its own, unless it is told to migrate, which never goes back: a release that is taken back lives with the newer.
    migrate: found > CLOCK_VERSION,
    // What we do not use: its own list of processes, spans, its look at the server's vacuum, and jobs that wait for others.
    registerInstance: false,
    openTelemetry: { enabled: false },
    monitorVacuum: false,
    flowIntervalSeconds: HOUR_SECONDS,
    ...(time && { clock: time }),
  })
  boss.on('error', (error) => log.error({ err: error }, 'the clock could not ask the database'))
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the clock is warned'))
  await boss.start()
  await makeQueues(boss, jobs)
  const schedules = new Schedules(boss, { operator, jobs, log, pollMs: pollSeconds * 1_000 })
  await schedules.begin()
  for (const job of jobs) {
    await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, async ([run]) =>
      run ? runJob(job, run, log) : null,
    )
  }
  return {
    boss,
    async stop() {
      schedules.stop()
      await boss.stop({ timeout: STOP_MS })
    },
  }
}
