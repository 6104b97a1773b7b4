// The proof itself in a short form, against real processes.
import { expect, it } from 'vitest'
import { ENDS_WITHIN_MS, prove } from './run-proof.ts'

it('no bad request to any call is taken, fails the server or changes anything', {
  timeout: ENDS_WITHIN_MS,
}, async () => {
  const { code, said } = await prove('bad-input.ts', '--requests', '60', '--seed', '1')
  expect(said).toMatch(/4\d{3} bad requests to \d+ calls; calls at fault: 0\nnothing was changed\n/)
  expect(code).toBe(0)
})
