// The proof in its short form, against real processes.
import { expect, it } from 'vitest'
import { ENDS_WITHIN_MS, prove } from './run-proof.ts'

it(
  'nobody gets in',
  async () => {
    const { code, said } = await prove('break-in.ts', '--short', '--seed', '7')
    expect(said).toContain('nobody got in')
    expect(said).not.toContain('FAILED')
    expect(code).toBe(0)
  },
  ENDS_WITHIN_MS,
)
