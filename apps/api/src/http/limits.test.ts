import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'
import { until } from '../../test/chat.ts'
import { hasRedis, startTestRedis, type TestRedis } from '../../test/redis.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { openRedis, type RedisPart } from '../redis.ts'
import { type Limits, limitsWithFallback } from './limits.ts'
import { openPostgresLimits } from './postgres-limits.ts'
import { openRedisLimits } from './redis-limits.ts'

let place: TestDatabase
let database: Database
let server: TestRedis
const parts: RedisPart[] = []

/** Ends what hangs: what Redis is asked here has no other way. */
const PATIENT_MS = 240_000

async function openPart(commandTimeoutMs?: number): Promise<RedisPart> {
  const part = openRedis(server.url, () => undefined, commandTimeoutMs)
  parts.push(part)
  await until(() => part.isThere(), 'Redis')
  return part
}

beforeAll(async () => {
  place = await createTestDatabase()
  database = openDatabase(place.url, 8)
  if (hasRedis) server = await startTestRedis()
})
afterAll(async () => {
  for (const part of parts) part.close()
  if (hasRedis) await server.kill()
  await database.close()
  await place.drop()
})

const bucket = () => `test:${randomUUID()}`

const inPostgres = {
  name: 'in PostgreSQL',
  open: async () => openPostgresLimits(database),
  /** Makes a bucket's window as old as that. */
  age: async (name: string, seconds: number) => {
    await database.query(
      'update rate_window set started_at = now() - make_interval(secs => $2) where bucket = $1',
      [name, seconds],
    )
  },
}
const inRedis = {
  name: 'in Redis',
  open: async () => openRedisLimits((await openPart(PATIENT_MS)).counts),
  age: async (name: string, seconds: number) => {
    const { counts } = await openPart(PATIENT_MS)
    await counts.pexpire(`kapao:rate:${name}`, Math.max(1, 60_000 - seconds * 1_000))
    if (seconds >= 60) await until(async () => (await counts.exists(`kapao:rate:${name}`)) === 0, 'its end')
  },
}

describe.each(hasRedis ? [inPostgres, inRedis] : [inPostgres])('limits $name', ({ open, age }) => {
  const hits = async (limits: Limits, name: string, times: number, perMinute: number) => {
    const answers: (number | null)[] = []
    for (let n = 0; n < times; n += 1) answers.push(await limits.hit(name, perMinute))
    return answers
  }

  it('let through as many as are allowed, then tell the seconds until the window ends', async () => {
    const limits = await open()
    const name = bucket()
    expect(await hits(limits, name, 3, 3)).toEqual([null, null, null])
    const [left] = await hits(limits, name, 1, 3)
    expect(left).toBeGreaterThan(50)
    expect(left).toBeLessThanOrEqual(60)
    await age(name, 40)
    const [later] = await hits(limits, name, 1, 3)
    expect(later).toBeGreaterThan(10)
    expect(later).toBeLessThanOrEqual(20)
  })

  it('keep one bucket apart from another', async () => {
    const limits = await open()
    expect(await hits(limits, bucket(), 1, 1)).toEqual([null])
    expect(await hits(limits, bucket(), 1, 1)).toEqual([null])
  })

  it('begin anew when the minute is over', async () => {
    const limits = await open()
    const name = bucket()
    await hits(limits, name, 2, 1)
    await age(name, 61)
    expect(await hits(limits, name, 2, 1)).toEqual([null, expect.any(Number)])
  })

  it('count hits of several processes at once, each once', async () => {
    const [one, two] = [await open(), await open()]
    const name = bucket()
    const all = await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 ? one : two).hit(name, 25)))
    expect(all.filter((left) => left === null)).toHaveLength(25)
  })

  it('are looked at without a hit: the seconds left where there is none any more', async () => {
    const limits = await open()
    const name = bucket()
    expect(await limits.look(name, 0)).toBeNull()
    await hits(limits, name, 1, 2)
    expect(await limits.look(name, 2)).toBeNull()
    expect(await hits(limits, name, 1, 2)).toEqual([null])
    await age(name, 40)
    const left = await limits.look(name, 2)
    expect(left).toBeGreaterThan(10)
    expect(left).toBeLessThanOrEqual(20)
    await age(name, 61)
    expect(await limits.look(name, 2)).toBeNull()
  })

  it('take a hit back, and never below none', async () => {
    const limits = await open()
    const name = bucket()
    await limits.takeBack(name)
    expect(await hits(limits, name, 1, 1)).toEqual([null])
    await limits.takeBack(name)
    await limits.takeBack(name)
    expect(await hits(limits, name, 2, 1)).toEqual([null, expect.any(Number)])
  })

  it('have taken back what was asked for before the next is counted, as often as it was asked for', async () => {
    const limits = await open()
    const name = bucket()
    expect(await hits(limits, name, 3, 3)).toEqual([null, null, null])
    const back = Promise.all([limits.takeBack(name), limits.takeBack(name)])
    expect(await hits(limits, name, 3, 3)).toEqual([null, null, expect.any(Number)])
    await back
  })

  it('begin a minute with its first hit, not with one that was taken back', async () => {
    const limits = await open()
    const name = bucket()
    await limits.hit(name, 1)
    await limits.takeBack(name)
    await age(name, 40)
    expect(await hits(limits, name, 1, 1)).toEqual([null])
    expect(await limits.look(name, 1)).toBeGreaterThan(50)
  })

  it('count one hit in each of several buckets, and tell the longest wait of those that are over', async () => {
    const limits = await open()
    const [strict, lenient] = [bucket(), bucket()]
    const both = () =>
      limits.hitEach([
        { bucket: strict, perMinute: 1 },
        { bucket: lenient, perMinute: 2 },
      ])
    expect(await both()).toBeNull()
    await age(strict, 40)
    expect(await both()).toBeLessThanOrEqual(20)
    expect(await both()).toBeGreaterThan(50)
    await limits.takeBack(strict, lenient)
    expect(await limits.hit(lenient, 2)).not.toBeNull()
    expect(await limits.hit(strict, 3)).toBeNull()
  })

  it('are never in each other’s way, whichever of two buckets is named first', async () => {
    const limits = await open()
    const [one, other] = [bucket(), bucket()]
    const pair = (n: number) =>
      (n % 2 ? [one, other] : [other, one]).map((name) => ({ bucket: name, perMinute: 1_000 }))
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        await limits.hitEach(pair(n))
        await limits.takeBack(...pair(n).map((limited) => limited.bucket))
      }),
    )
    expect(await hits(limits, one, 2, 1)).toEqual([null, expect.any(Number)])
    expect(await hits(limits, other, 2, 1)).toEqual([null, expect.any(Number)])
  })

  it('sum what several processes have counted of an address in a minute', async () => {
    const [one, two] = [await open(), await open()]
    const [address, other] = [randomUUID(), randomUUID()]
    const sum = async (limits: Limits, minute: number, ...counted: [string, number][]) => {
      const totals = await limits.addAddressHits(
        minute,
        counted.map(([name, count]) => ({ address: name, hits: count })),
      )
      return Object.fromEntries(totals.map((total) => [total.address, total.hits]))
    }
    expect(await sum(one, 7, [address, 5], [other, 1])).toEqual({ [address]: 5, [other]: 1 })
    expect(await sum(two, 7, [address, 4])).toEqual({ [address]: 9 })
    expect(await sum(two, 8, [address, 2])).toEqual({ [address]: 2 })
  })
})

describe.skipIf(!hasRedis)('limits while Redis is away', () => {
  async function openBoth(commandTimeoutMs?: number) {
    const part = await openPart(commandTimeoutMs)
    let fallbacks = 0
    const limits = limitsWithFallback(openRedisLimits(part.counts), openPostgresLimits(database), () => {
      fallbacks += 1
    })
    return { part, limits, fallbacks: () => fallbacks }
  }

  it('hold in PostgreSQL, and in Redis again when it is back', async () => {
    const { part, limits, fallbacks } = await openBoth(PATIENT_MS)
    const name = bucket()
    expect(await limits.hit(name, 2)).toBeNull()
    expect(fallbacks()).toBe(0)
    await server.kill()
    const away = [await limits.hit(name, 2), await limits.hit(name, 2), await limits.hit(name, 2)]
    expect(away).toEqual([null, null, expect.any(Number)])
    expect(fallbacks()).toBe(3)
    await server.start()
    await until(() => part.isThere(), 'Redis')
    await until(async () => {
      const before = fallbacks()
      await limits.hit(bucket(), 1)
      return fallbacks() === before
    }, 'a hit in Redis')
  })

  it('hold in PostgreSQL when Redis hangs, and keep no one waiting for it', async () => {
    const { limits, fallbacks } = await openBoth()
    server.freeze()
    try {
      const name = bucket()
      const answers = await Promise.all(Array.from({ length: 20 }, () => limits.hit(name, 5)))
      expect(answers.filter((left) => left === null)).toHaveLength(5)
      expect(await limits.hit(name, 5)).toEqual(expect.any(Number))
      expect(fallbacks()).toBe(21)
    } finally {
      server.thaw()
    }
  })
})
