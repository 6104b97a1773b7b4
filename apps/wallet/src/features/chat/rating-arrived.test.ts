import { expect, test } from 'vitest'
import { hasArrived } from './rating-arrived.ts'

test.each([
  ['a score that the server shows is there', { score: 4, comment: '' }, 4, true],
  ['one that it does not show is not', { score: 4, comment: '' }, null, false],
  ['another than it shows is not', { score: 4, comment: '' }, 2, false],
  ['words are never shown, so that they may be lost', { score: 4, comment: 'Kind' }, 4, false],
])('%s', (_said, rated, shown, arrived) => expect(hasArrived(rated, shown)).toBe(arrived))
