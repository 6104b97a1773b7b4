import { expect, test } from 'vitest'
import { stopWithinMs } from './services.ts'

test.each([
  [{}, 3_000],
  [{ KAPAO_DRAIN_SECONDS: '' }, 3_000],
  [{ KAPAO_DRAIN_SECONDS: '10' }, 13_000],
])('a service is given as long to end as it goes on answering, and three seconds: %o', (env, ms) => {
  expect(stopWithinMs(env)).toBe(ms)
})
