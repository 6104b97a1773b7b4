// Questions that are sent all at once are told no more than those that come one after the other.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../test/chat.ts'
import { hasRedis, startTestRedis, type TestRedis } from '../../test/redis.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import type { Limits } from '../http/limits.ts'
import { openPostgresLimits } from '../http/postgres-limits.ts'
import { openRedisLimits } from '../http/redis-limits.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { openRedis } from '../redis.ts'
import { type Asker, limitTelling } from './existing.ts'

let server: TestServer
let redis: TestRedis
beforeAll(async () => {
  server = await startTestServer()
  await server.set('existingAnswersPerMinute', 2)
  if (hasRedis) redis = await startTestRedis()
})
afterAll(async () => {
  if (hasRedis) await redis.kill()
  await server.stop()
})

const inPostgres = { name: 'in PostgreSQL', open: async () => openPostgresLimits(server.database) }
/** Ends what hangs: what Redis is asked here has no other way. */
const PATIENT_MS = 240_000
const inRedis = {
  name: 'in Redis',
  open: async () => {
    const part = openRedis(redis.url, () => undefined, PATIENT_MS)
    await until(() => part.isThere(), 'Redis')
    return openRedisLimits(part.counts)
  },
}

const isTaken = () => refuse('EXISTING_BANK', { field: 'bankAccountNo' })
const isFree = () => ({ message: 'OK' as const })
type Answer = ReturnType<typeof isTaken> | ReturnType<typeof isFree>
const told = (answer: Answer | Awaited<ReturnType<typeof limitTelling>>) =>
  isRefusal(answer) ? answer.refused : 'OK'

describe.each(hasRedis ? [inPostgres, inRedis] : [inPostgres])('counted $name', ({ open }) => {
  let limits: Limits
  beforeAll(async () => {
    limits = await open()
  })

  const ask = (asker: Partial<Asker>, answer: () => Promise<Answer>) => {
    const { app, database, operator } = server
    const context = { app, database, operator, limits }
    return limitTelling(context, { ip: randomUUID(), log: app.log, ...asker }, answer).then(told)
  }

  /** So many questions whose answers nobody has yet, but for those that were refused unlooked. */
  async function askAtOnce(asker: Partial<Asker>, answers: readonly (() => Answer)[]) {
    const known = Promise.withResolvers<void>()
    let settled = 0
    const all = answers.map(async (answer) => {
      const one = await ask(asker, async () => {
        settled += 1
        await known.promise
        return answer()
      })
      if (one === 'REQUEST_LIMIT_1MIN') settled += 1
      return one
    })
    await until(() => settled === answers.length, 'each to be looked at or refused')
    known.resolve()
    return Promise.all(all)
  }

  it('the owner of a phone is answered ten', async () => {
    const asker = { verifiedPhone: randomUUID() }
    const answers = Array.from({ length: 40 }, (_, n) => (n % 2 ? isTaken : isFree))
    const all = await askAtOnce(asker, answers)
    expect(all.filter((one) => one === 'REQUEST_LIMIT_1MIN')).toHaveLength(30)
  })

  it('what told nothing is not counted against the next', async () => {
    const asker = { verifiedPhone: randomUUID() }
    // With whatever is counted next, so that of ten at once the first would do it and the others might be before it.
    const takenBack = () => limits.hit(randomUUID(), 1)
    for (let times = 0; times < 3; times += 1) {
      const all = await askAtOnce(
        asker,
        Array.from({ length: 10 }, () => isFree),
      )
      expect(new Set(all)).toEqual(new Set(['OK']))
      await takenBack()
    }
    await expect(ask(asker, () => Promise.reject(new Error('an outage')))).rejects.toThrow('an outage')
    await takenBack()
    const taken = await askAtOnce(
      asker,
      Array.from({ length: 10 }, () => isTaken),
    )
    expect(new Set(taken)).toEqual(new Set(['EXISTING_BANK']))
    expect(await ask(asker, async () => isFree())).toBe('REQUEST_LIMIT_1MIN')
  })

  it.each([
    [
      'told nothing any more, where the answer is all there is of it',
      { isOnlyAsked: true },
      'REQUEST_LIMIT_1MIN',
    ],
    ['told what has been done', {}, 'OK'],
  ])('who asked before an address had been told enough is %s', async (_what, asker, expected) => {
    const ip = randomUUID()
    const known = Promise.withResolvers<Answer>()
    const begun = Promise.withResolvers<void>()
    const early = ask({ ip, ...asker }, () => {
      begun.resolve()
      return known.promise
    })
    await begun.promise
    const enough = await askAtOnce({ ip }, [isTaken, isTaken, isTaken])
    expect(enough.sort()).toEqual(['EXISTING_BANK', 'EXISTING_BANK', 'REQUEST_LIMIT_1MIN'])
    known.resolve(isFree())
    expect(await early).toBe(expected)
  })
})
