import { expect, test } from 'vitest'
import { progressOf } from './progress.ts'

test.each([
  ['SUCCESS', 'success'],
  ['FAILED', 'failed'],
  ['PENDING', 'in-progress'],
  ['WAITING_FOR_BANK', 'in-progress'],
] as const)('%s reads as %s', (status, progress) => {
  expect(progressOf(status)).toBe(progress)
})
