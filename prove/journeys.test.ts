// The players' journeys over several processes in a short form. The whole one is `npm run prove:journeys`.
import { expect, it } from 'vitest'
import { findRedis } from '../scripts/redis.ts'
import { ENDS_WITHIN_MS, prove } from './run-proof.ts'

it(
  'a player pays in, plays and withdraws over several processes, and does not notice that some are killed',
  async () => {
    const { code, said } = await prove(
      'journeys.ts',
      '--short',
      '--redis',
      findRedis() === null ? 'none' : 'system',
    )
    expect(said).toContain('every journey came to its end')
    expect(said).toContain('to begin with, all of them are this release\n')
    expect(said).toMatch(/^ +1 passed/m)
    // While a code waited to be paid, and where the journey restarts.
    expect(said.match(/killed by SIGKILL, and back: api-2, worker-1/g)).toHaveLength(2)
    expect(code).toBe(0)
  },
  ENDS_WITHIN_MS,
)
