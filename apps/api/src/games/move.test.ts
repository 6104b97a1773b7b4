import { expect, it } from 'vitest'
import { TRANSFER_TRIES_MS } from '../gateways/http-game-provider.ts'
import { BEGUN_FOR_MS } from '../intent/intent.ts'
import { FIRST_CHECK_S } from './move.ts'

it('the worker asks for no transfer that its own request may still be at, and before a repeat takes over from one that died', () => {
  expect(FIRST_CHECK_S * 1000).toBeGreaterThan(TRANSFER_TRIES_MS)
  expect(FIRST_CHECK_S * 1000).toBeLessThan(BEGUN_FOR_MS)
})
