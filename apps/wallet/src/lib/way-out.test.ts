import { expect, test } from 'vitest'
import { externalUrl } from './way-out.ts'

const line = 'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Line/14.9.0/IAB'

test.each([
  ['/slip', '/slip?openExternalBrowser=1'],
  ['https://game.example/in?a/b==', 'https://game.example/in?a/b==&openExternalBrowser=1'],
  ['https://game.example/in?t=a+b%2fc~!', 'https://game.example/in?t=a+b%2fc~!&openExternalBrowser=1'],
  [
    '/api/files/1.png?expires=1&signature=a_b',
    '/api/files/1.png?expires=1&signature=a_b&openExternalBrowser=1',
  ],
  ['https://game.example/#/in?code=1', 'https://game.example/?openExternalBrowser=1#/in?code=1'],
  ['https://Game.example/ก?code=1#a?b', 'https://Game.example/ก?code=1&openExternalBrowser=1#a?b'],
])('in LINE %s gets its parameter, and nothing else of it changes', (url, sent) => {
  expect(externalUrl(url, line)).toBe(sent)
})

test.each([
  'https://s3.example/slip.png?X-Amz-Date=20261101T000000Z&X-Amz-Signature=ab12',
  'https://storage.example/slip.png?X-Goog-Signature=ab12&X-Goog-Expires=300',
  'https://cdn.example/slip.png?Expires=1&Signature=a~b_&Key-Pair-Id=K1',
])('in LINE %s, which is signed as it is, gets none', (url) => {
  expect(externalUrl(url, line)).toBe(url)
})
