import { expect, test } from 'vitest'
import { problemOf } from './attach-rules.ts'

const MB = 1024 * 1024

test.each([
  ['a.png', 'image/png', 10 * MB, null],
  ['a.png', 'image/png', 10 * MB + 1, 'FILE_TOO_LARGE'],
  ['a.mp4', 'video/mp4', 20 * MB, null],
  ['a.mov', 'video/quicktime', 20 * MB + 1, 'FILE_TOO_LARGE'],
  ['a.pdf', 'application/pdf', 10 * MB, null],
  ['a.pdf', 'application/pdf', 10 * MB + 1, 'FILE_TOO_LARGE'],
  // Some phones name no type.
  ['slip.jpg', '', 10 * MB, null],
  ['clip.mp4', '', 20 * MB, null],
  ['clip.mp4', '', 20 * MB + 1, 'FILE_TOO_LARGE'],
  ['a.svg', 'image/svg+xml', 10, 'FILE_NOT_SUPPORTED'],
  ['a.heic', 'image/heic', 10, 'FILE_NOT_SUPPORTED'],
  ['a', '', 10, 'FILE_NOT_SUPPORTED'],
])('%s of type "%s" and %i bytes: %s', (name, type, size, problem) =>
  expect(problemOf({ name, type, size })).toBe(problem),
)
