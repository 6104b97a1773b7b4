// The proof in its short form, against real processes.
import { expect, it } from 'vitest'
import { ENDS_WITHIN_MS, prove } from './run-proof.ts'

it(
  'a lost machine comes back equal, what happened after the backup is told, and what is planted is found',
  async () => {
    const { code, said } = await prove('keeping.ts', '--seconds', '8', '--members', '4')
    expect(said).toContain('nothing was lost, and everything that differs was told')
    expect(code).toBe(0)
    expect(said.match(/^ok {5}/gm)?.length).toBeGreaterThan(15)
  },
  ENDS_WITHIN_MS,
)
