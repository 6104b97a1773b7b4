// Kapao as it runs on several machines, on this one: three of the API and two workers, without a folder in common.
import { chmodSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/free-ports.ts'
import { repositoryRoot } from '../../scripts/settings.ts'
import { openTestBucket, type TestBucket } from '../../scripts/test-bucket.ts'
import { type Actor, NodeActor } from '../stage/actor.ts'
import { Balancer } from '../stage/balancer.ts'
import { makeEmbeddedCluster, PostgresActor } from '../stage/postgres-actor.ts'
import { environment, run } from '../stage/stage.ts'
import { findSystemPostgres, makeSystemCluster } from '../stage/system-postgres.ts'
import { openSystemRedis } from '../stage/system-redis.ts'
import { openOldRelease } from './release.ts'

const APIS = 3
const WORKERS = 2
/** Longer than the balancer takes to notice that a process is leaving. */
const DRAIN_SECONDS = '3'
const REDIS_AWAY_MS = 3_000

/** A place for one process, which an old release or the new one fills. */
interface Seat {
  readonly name: string
  readonly entry: string
  readonly env: NodeJS.ProcessEnv
  actor: NodeActor
}

export interface ScaledStage {
  readonly balancerUrl: string
  readonly sandboxUrl: string
  readonly databaseUrl: string
  readonly apiUrls: readonly string[]
  readonly folder: string
  readonly description: readonly string[]
  /** Whether the release that stands there to begin with knows how to leave without cutting what it is asked. */
  readonly canOldLeave: boolean
  /** This release's migrations beside the old processes, then one process after the other. Says what it did. */
  deploy(): Promise<string>
  /** SIGKILL for one of the API and one worker, which come back; once a call that begins so is answered, and no call is cut, where `after` is told. */
  killOne(after?: string): Promise<string>
  /** SIGKILL for Redis, which stays away for a while; null where there is none. */
  killRedis(): Promise<string> | null
  ownDeaths(): readonly string[]
  served(): readonly number[]
  turnedAway(): number
  close(isKept: boolean): Promise<void>
}

interface Options {
  readonly isEmbedded: boolean
  /** The commit of the release that stands there to begin with; null for this one. */
  readonly old: string | null | undefined
  readonly hasRedis: boolean
  readonly say: (line: string) => void
  /** More of the environment, for every process. */
  readonly more?: NodeJS.ProcessEnv
}

async function openPostgres(folder: string, isEmbedded: boolean) {
  const bin = isEmbedded ? null : findSystemPostgres()
  const served = bin === null ? await makeEmbeddedCluster(folder) : await makeSystemCluster(bin, folder)
  const settings = { max_connections: '300' }
  const postgres = new PostgresActor({ ...served, plan: { ...served.plan, settings } }, folder)
  await postgres.start()
  await postgres.createDatabase('kapao_prove')
  return { postgres, name: bin === null ? 'the PostgreSQL that comes along' : `the PostgreSQL of ${bin}` }
}

/** The order of a rolling deployment: what the new code needs is there before it, and at most one process is away at a time. */
async function replaceAll(seats: readonly Seat[], { folder, databaseUrl }: Surroundings): Promise<number> {
  const [first] = seats
  if (!first) throw new Error('there is no process')
  // From now on they come as a user who owns nothing; only the migrations come as the owner.
  const servingUrl = Object.assign(new URL(databaseUrl), { username: 'serving', password: 'serves' }).href
  const owner = { ...first.env, DATABASE_URL: databaseUrl, KAPAO_SERVING_DATABASE_URL: servingUrl }
  await run('apps/api/src/main-migrate.ts', owner, openSync(join(folder, 'migrate.log'), 'a'))
  const startedAt = Date.now()
  for (const seat of seats) {
    await seat.actor.stop()
    seat.actor = new NodeActor(seat.name, seat.entry, { ...seat.env, DATABASE_URL: servingUrl }, folder)
    await seat.actor.start()
  }
  return Date.now() - startedAt
}

/** Everything that the processes are told of the rest of the world. */
interface Surroundings {
  readonly folder: string
  readonly databaseUrl: string
  readonly balancerPort: number
  readonly sandboxPort: number
  readonly bucket: TestBucket
  readonly redisUrl: string | null
  readonly more: NodeJS.ProcessEnv
}

function environmentOf(
  { folder, databaseUrl, balancerPort, sandboxPort, bucket, redisUrl, more: forAll }: Surroundings,
  name: string,
  more: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  // A folder of each one's own: what one process writes there, no other can read.
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  return environment({
    KAPAO_DATA: own,
    DATABASE_URL: databaseUrl,
    SANDBOX_PORT: String(sandboxPort),
    KAPAO_GATEWAY_URL: `http://127.0.0.1:${sandboxPort}`,
    // The release before may know no other name.
    KAPAO_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    KAPAO_API_URL: `http://127.0.0.1:${balancerPort}`,
    KAPAO_TRUSTED_PROXIES: '127.0.0.1',
    KAPAO_DRAIN_SECONDS: DRAIN_SECONDS,
    KAPAO_S3_ENDPOINT: bucket.endpoint,
    KAPAO_S3_BUCKET: bucket.bucket,
    KAPAO_S3_ACCESS_KEY: bucket.accessKey,
    KAPAO_S3_SECRET_KEY: bucket.secretKey,
    KAPAO_S3_REGION: bucket.region,
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    ...forAll,
    ...more,
  })
}

function takeSeats(around: Surroundings, ports: readonly number[], root: string): Seat[] {
  const seat = (name: string, entry: string, more: NodeJS.ProcessEnv = {}): Seat => {
    const env = environmentOf(around, name, more)
    return { name, entry, env, actor: new NodeActor(name, entry, env, around.folder, root) }
  }
  return [
    ...ports.map((port, index) =>
      seat(`api-${index + 1}`, 'apps/api/src/main-api.ts', { PORT: String(port) }),
    ),
    ...Array.from({ length: WORKERS }, (_, index) =>
      seat(`worker-${index + 1}`, 'apps/api/src/main-worker.ts'),
    ),
  ]
}

function openSandbox(around: Surroundings): NodeActor {
  const env = environmentOf(around, 'sandbox')
  return new NodeActor('sandbox', 'apps/sandbox/src/main.ts', env, around.folder)
}

async function killAll(actors: readonly Actor[]): Promise<string> {
  await Promise.all(actors.map((actor) => actor.kill()))
  await Promise.all(actors.map((actor) => actor.start()))
  return `killed by SIGKILL, and back: ${actors.map(({ name }) => name).join(', ')}`
}

async function awayForAWhile(actor: Actor): Promise<string> {
  await actor.kill()
  await sleep(REDIS_AWAY_MS)
  await actor.start()
  return `killed by SIGKILL, and back after ${REDIS_AWAY_MS / 1_000} s: ${actor.name}`
}

export async function openScaledStage({
  isEmbedded,
  old,
  hasRedis,
  more = {},
  say,
}: Options): Promise<ScaledStage> {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-scale-'))
  chmodSync(folder, 0o711)
  const release = openOldRelease(folder, old)
  const bucket = await openTestBucket()
  const { postgres, name: postgresName } = await openPostgres(folder, isEmbedded)
  const redis = hasRedis ? await openSystemRedis(folder, say) : null
  const ports: number[] = []
  for (let count = 0; count < APIS; count += 1) ports.push(await freePort())
  const around: Surroundings = {
    folder,
    databaseUrl: postgres.url('kapao_prove'),
    balancerPort: await freePort(),
    sandboxPort: await freePort(),
    bucket,
    redisUrl: redis?.url ?? null,
    more,
  }
  const seats = takeSeats(around, ports, release.root)
  const sandbox = openSandbox(around)
  const balancer = new Balancer(ports)
  const deaths: string[] = []
  let isNew = release.root === repositoryRoot
  const close = async (isKept: boolean) => {
    balancer.close()
    await Promise.all([...seats.map(({ actor }) => actor.kill()), sandbox.kill()])
    await redis?.kill()
    await postgres.stop()
    await bucket.close()
    release.remove()
    if (isKept) return
    rmSync(postgres.home, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const log = openSync(join(folder, 'migrate.log'), 'a')
    await run('apps/api/src/main-migrate.ts', environmentOf(around, 'migrate'), log, release.root)
    await Promise.all([sandbox.start(), ...seats.map(({ actor }) => actor.start())])
    await balancer.listen(around.balancerPort)
  } catch (error) {
    await close(true)
    throw error
  }
  return {
    balancerUrl: `http://127.0.0.1:${around.balancerPort}`,
    sandboxUrl: `http://127.0.0.1:${around.sandboxPort}`,
    databaseUrl: around.databaseUrl,
    apiUrls: ports.map((port) => `http://127.0.0.1:${port}`),
    folder,
    description: [
      `${APIS} of the API and ${WORKERS} workers behind a balancer, over ${postgresName}, ${redis === null ? 'no Redis' : 'a Redis'} and a bucket of an S3 server`,
      `to begin with, all of them are ${release.name}`,
    ],
    canOldLeave: release.canLeave,
    async deploy() {
      deaths.push(...seats.flatMap(({ actor }) => actor.ownDeaths))
      const ms = await replaceAll(seats, around)
      const what = isNew ? 'itself' : 'the one before'
      isNew = true
      return `deployed: this release has replaced ${what}, process by process, in ${(ms / 1_000).toFixed(1)} s`
    },
    async killOne(after) {
      if (after !== undefined) await balancer.quietAfter(after, 1)
      const victims = [seats[1], seats[APIS]].filter((one) => one !== undefined)
      return killAll(victims.map(({ actor }) => actor))
    },
    killRedis: () => (redis === null ? null : awayForAWhile(redis)),
    ownDeaths: () => [
      ...(redis?.ownDeaths ?? []),
      ...deaths,
      ...seats.flatMap(({ actor }) => actor.ownDeaths),
      ...sandbox.ownDeaths,
    ],
    served: () => balancer.served,
    turnedAway: () => balancer.turnedAway,
    close,
  }
}
