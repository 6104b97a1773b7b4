import { expect, test } from 'vitest'
import { fileKindOf } from './file-kind.ts'

test.each([
  ['a.png', 'image/png', 'image'],
  ['a.JPG', 'IMAGE/JPEG', 'image'],
  ['a.jpg', 'image/jpg', 'image'],
  ['a.mp4', 'video/mp4', 'video'],
  ['a.pdf', 'application/pdf', 'file'],
  ['a.jpeg', '', 'image'],
  ['a.MOV', '', 'video'],
  ['a.PDF', '', 'file'],
  ['a.exe', '', null],
  ['png', '', null],
  ['a.png', 'text/html', null],
  ['a.svg', 'image/svg+xml', null],
  ['a.heic', 'image/heic', null],
])('%s of type "%s" is %s', (name, type, kind) => {
  expect(fileKindOf({ name, type })).toBe(kind)
})
