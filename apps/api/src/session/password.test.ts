import { availableParallelism } from 'node:os'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { Overloaded } from '../http/overload.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { leaveRoomForOthers, passwordsAtWork } from './password-threads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.set('loginTriesPerMinute', 1_000)
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => server.stop())

it('works on so many passwords at once; the next comes again, and is let in when they are done', async () => {
  const atWork = Array.from({ length: 32 }, () => hashPassword('one of many'))
  await expect(verifyPassword(await (atWork[0] ?? ''), 'x').then(() => 'done')).resolves.toBe('done')
  await Promise.all(atWork)
  const again = Array.from({ length: 40 }, () => hashPassword('one of many'))
  const outcomes = await Promise.allSettled(again)
  const turnedAway = outcomes.filter((one) => one.status === 'rejected')
  expect(turnedAway).toHaveLength(8)
  for (const one of turnedAway) expect(one.reason).toBeInstanceOf(Overloaded)
  await expect(hashPassword('after them')).resolves.toMatch(/^\$argon2id\$/)
})

it('leaves a processor to those who ask for something else, and takes it back when nobody does any more', async () => {
  const all = availableParallelism()
  // However long the machine takes to begin: they have just asked.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  leaveRoomForOthers()
  const first = Array.from({ length: 2 * all }, () => hashPassword('one of many'))
  expect(passwordsAtWork()).toBe(Math.max(1, all - 1))
  clock.mockRestore()
  await Promise.all(first)
  leaveRoomForOthers(performance.now() - 1_000)
  const later = Array.from({ length: 2 * all }, () => hashPassword('one of many'))
  expect(passwordsAtWork()).toBe(all)
  await Promise.all(later)
})

it('tells a log-in that is one too many to come again, without a word on who it was', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      server.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'x-requested-with': 'kapao' },
        remoteAddress: `192.0.2.${n}`,
        payload: { username: `08000000${String(n).padStart(2, '0')}`, password: 'wrong-password' },
      }),
    ),
  )
  const statuses = answers.map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(32)
  for (const answer of answers.filter((one) => one.statusCode !== 401)) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ message: 'OVERLOADED', retryAfter: expect.any(Number) })
  }
})
