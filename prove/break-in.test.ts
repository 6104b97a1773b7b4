// The proof in its short form, against real processes.
import { expect, it } from 'vitest'
import { prove } from './run-proof.ts'

it(
  'nobody gets in',
  async () => {
    const { code, said } = await prove('break-in.ts', '--short', '--seed', '7')
    expect(said).toContain('nobody got in')
    expect(said).not.toContain('FAILED')
    expect(code).toBe(0)
  },
  8 * 60_000,
)
