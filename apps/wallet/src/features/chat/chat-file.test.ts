import { expect, test } from 'vitest'
import { checkFile } from './chat-file.ts'
import { CHAT_FILE_TYPES } from './chat-file-types.ts'

const MB = 1024 * 1024

test.each([
  ['a.png', 'image/png', 'image'],
  ['a.JPG', 'image/jpeg', 'image'],
  ['a.jpg', 'image/jpg', 'image'],
  ['a.gif', 'image/gif', 'image'],
  ['รูป.สลิป.jpeg', 'image/jpeg', 'image'],
  ['a.mp4', 'video/mp4', 'video'],
  ['a.mov', 'video/quicktime', 'video'],
  ['a.jpeg', '', 'image'],
  ['a.MOV', '', 'video'],
])('%s of type "%s" is taken as %s', (name, type, kind) => {
  expect(checkFile({ name, type, size: 1 })).toEqual({ kind })
})

test.each([
  ['slip', 'image/png', 1],
  ['slip.', 'image/png', 1],
  ['.png', 'image/png', 1],
  ['a.webp', 'image/webp', 1],
  ['a.heic', 'image/heic', 1],
  ['a.svg', 'image/svg+xml', 1],
  ['a.pdf', 'application/pdf', 1],
  ['a.png', 'text/html', 1],
  ['a.exe', '', 1],
  ['a.png', 'image/png', 0],
])('%s of type "%s" with %i bytes is not supported', (name, type, size) => {
  expect(checkFile({ name, type, size })).toEqual({ problem: 'not-supported' })
})

test('a picture may have 10 MB and a video 20 MB, and not a byte more', () => {
  const picture = { name: 'a.png', type: 'image/png' }
  const video = { name: 'a.mp4', type: 'video/mp4' }
  expect(checkFile({ ...picture, size: 10 * MB })).toEqual({ kind: 'image' })
  expect(checkFile({ ...picture, size: 10 * MB + 1 })).toEqual({ problem: 'too-large', maxMb: 10 })
  expect(checkFile({ ...video, size: 20 * MB })).toEqual({ kind: 'video' })
  expect(checkFile({ ...video, size: 20 * MB + 1 })).toEqual({ problem: 'too-large', maxMb: 20 })
})

test('the picker names each type by itself: for image/* an iPhone would hand over its own format', () => {
  expect(CHAT_FILE_TYPES).not.toContain('*')
  for (const type of ['image/png', 'image/jpeg', 'image/gif', 'video/mp4', 'video/quicktime'])
    expect(CHAT_FILE_TYPES.split(',')).toContain(type)
})
