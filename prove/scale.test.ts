// The proof of several processes in a short form. The whole one is `npm run prove:scale`.
import { expect, it } from 'vitest'
import { prove } from './run-proof.ts'

const MINUTE_MS = 60_000

it(
  'several processes are as good as one, while two are killed and a release is replaced by the next',
  async () => {
    const { code, said } = await prove('scale.ts', '--seconds', '25', '--seed', '20', '--redis', 'none')
    expect(said).toContain('nothing was lost, doubled or shown wrong')
    expect(said).toMatch(
      /this release has replaced itself, process by process, .* lost their answer to it: 0\n/,
    )
    expect(said).toMatch(/killed by SIGKILL, and back: api-2, worker-1/)
    expect(code).toBe(0)
  },
  6 * MINUTE_MS,
)
