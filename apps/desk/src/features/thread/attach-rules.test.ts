import { expect, test } from 'vitest'
import { problemOf } from './attach-rules.ts'

const MB = 1024 * 1024

test.each([
  ['image/png', 10 * MB, null],
  ['image/png', 10 * MB + 1, 'FILE_TOO_LARGE'],
  ['video/mp4', 20 * MB, null],
  ['video/quicktime', 20 * MB + 1, 'FILE_TOO_LARGE'],
  ['application/pdf', 10 * MB, null],
  ['image/svg+xml', 10, 'FILE_NOT_SUPPORTED'],
  ['image/heic', 10, 'FILE_NOT_SUPPORTED'],
  ['', 10, 'FILE_NOT_SUPPORTED'],
])('%s of %i bytes: %s', (type, size, problem) => expect(problemOf({ type, size })).toBe(problem))
