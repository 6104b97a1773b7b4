import { expect, test } from 'vitest'
import { mediaAddress, pictureAddress } from './media-address.ts'

test('a path is of the API, a whole address of the web', () => {
  expect(mediaAddress('/api/chat/file/x.png', false)).toBe('/api/chat/file/x.png')
  expect(mediaAddress('api/chat/file/x.png', false)).toBe('/api/chat/file/x.png')
  expect(mediaAddress('https://cdn.example/x.png', true)).toBe('https://cdn.example/x.png')
  expect(pictureAddress('/x.png')).toBe('/x.png')
})

test.each(['//evil.example/x.png', '/\\evil.example/x.png', '\\\\evil.example/x.png'])(
  'a path cannot lead to another host: %s',
  (path) => expect(mediaAddress(path, false)).toBeNull(),
)

test('nothing but the web is a whole address', () => {
  expect(mediaAddress('javascript:alert(1)', true)).toBeNull()
  expect(mediaAddress('data:text/html,x', true)).toBeNull()
})
