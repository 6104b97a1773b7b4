// The proof of several processes in a short form. The whole one is `npm run prove:scale`.
import { expect, it } from 'vitest'
import { findRedis } from '../scripts/redis.ts'
import { ENDS_WITHIN_MS, prove } from './run-proof.ts'
import { countCommits } from './scale/release.ts'

it(
  'several processes are as good as one, while two and Redis are killed and a release is replaced by the next',
  async () => {
    const redis = findRedis() === null ? 'none' : 'system'
    const { code, said } = await prove('scale.ts', '--seconds', '25', '--seed', '20', '--redis', redis)
    expect(said).toContain('nothing was lost, doubled or shown wrong')
    // Only where there is no history may this release stand for the one before.
    const isOld = countCommits() > 1
    expect(said).toMatch(isOld ? /all of them are the release before \([0-9a-f]+\)/ : /for want of a history/)
    const replaced = [isOld ? 'the one before' : 'itself', 'itself']
    const deployed = [...said.matchAll(/this release has replaced (.+), process by process, .* it: 0\n/g)]
    expect(deployed.map(([, what]) => what)).toEqual(replaced)
    expect(said).toMatch(/killed by SIGKILL, and back: api-2, worker-1/)
    if (redis === 'system') {
      expect(said).toMatch(/, a Redis and a bucket/)
      expect(said).toMatch(/killed by SIGKILL, and back after 3 s: redis/)
    }
    expect(code).toBe(0)
  },
  ENDS_WITHIN_MS,
)
