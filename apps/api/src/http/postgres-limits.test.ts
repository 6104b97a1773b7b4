import { afterEach, expect, it, vi } from 'vitest'
import type { Queries } from '../database/database.ts'
import { openPostgresLimits } from './postgres-limits.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('what is taken back by a statement of its own, however slow it is, is taken back before the next is counted', async () => {
  vi.useFakeTimers()
  const slow = Promise.withResolvers<void>()
  const asked: unknown[] = []
  const queries: Queries = {
    async query(_text, values = []) {
      asked.push(values.slice(0, 2))
      if (asked.length === 1) await slow.promise
      return []
    },
  }
  const limits = openPostgresLimits(queries)
  const back = limits.takeBack('login:somebody')
  await vi.advanceTimersByTimeAsync(50)
  const hit = limits.hit('login:somebody', 5)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([[[], ['login:somebody']]])
  slow.resolve()
  await Promise.all([back, hit])
  expect(asked).toEqual([
    [[], ['login:somebody']],
    [['login:somebody'], []],
  ])
})
