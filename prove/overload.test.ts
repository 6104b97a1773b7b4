// The proof of too much at once in a short form. The whole one is `npm run prove:overload`.
import { expect, it } from 'vitest'
import { ENDS_WITHIN_MS, prove } from './run-proof.ts'

it(
  'more than it can hold is turned away with nothing begun, and who is only in the way is noticed by nobody',
  async () => {
    const { code, said } = await prove(
      'overload.ts',
      '--seconds',
      '4',
      '--idle',
      '500',
      // How long something takes beside the other tests says nothing about the server.
      '--timing',
      'told',
    )
    expect(said).toContain('nobody else noticed, and nothing was lost')
    expect(said).toMatch(/[1-9]\d* × 503 OVERLOADED/)
    expect(code).toBe(0)
  },
  ENDS_WITHIN_MS,
)
