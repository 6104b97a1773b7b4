import { beforeEach, expect, it } from 'vitest'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { useOfDay } from './day-limit.ts'

let server: TestServer
onTestServer((started) => {
  server = started
})
beforeEach(() => server.database.query('delete from day_window'))

const one = { bucket: 'one', perDay: 100 }
const all = { bucket: 'all', perDay: 150 }
const use = (amount: number, ...limited: (typeof one)[]) => useOfDay(server.database, limited, amount)

it('is used up to its last, and begins anew a day after its first use', async () => {
  expect(await use(60, one)).toBeNull()
  expect(await use(40, one)).toBeNull()
  const wait = (await use(1, one)) ?? 0
  expect(wait).toBeGreaterThan(86_300)
  expect(wait).toBeLessThanOrEqual(86_400)
  await server.database.query(`update day_window set started_at = now() - interval '23 hours'`)
  expect(await use(1, one)).toBeLessThanOrEqual(3_600)
  await server.database.query(`update day_window set started_at = now() - interval '25 hours'`)
  expect(await use(100, one)).toBeNull()
  expect(await use(1, one)).toBeGreaterThan(86_300)
})

it('refuses what is more than a whole day’s', async () => {
  expect(await use(101, one)).toBe(1)
  expect(await use(100, one)).toBeNull()
})

it('uses nothing of one where another has not enough', async () => {
  const two = { bucket: 'two', perDay: 100 }
  expect(await use(100, one, all)).toBeNull()
  expect(await use(60, two, all)).toBeGreaterThan(0)
  expect(await use(50, two, all)).toBeNull()
  expect(await use(50, two)).toBeNull()
})

it('is exact for those who come at once', async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, () => use(10, one)))
  expect(waits.filter((wait) => wait === null)).toHaveLength(10)
})
