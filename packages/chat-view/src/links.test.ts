import { expect, test } from 'vitest'
import { linkParts } from './links.ts'

const links = (text: string) =>
  linkParts(text)
    .filter(({ href }) => href !== null)
    .map(({ text: shown, href }) => [shown, href])

test('an address becomes a link and the words around it stay', () => {
  expect(linkParts('see https://kapao.example/a?b=1#c now')).toEqual([
    { text: 'see ', href: null },
    { text: 'https://kapao.example/a?b=1#c', href: 'https://kapao.example/a?b=1#c' },
    { text: ' now', href: null },
  ])
})

test.each([
  ['the full stop of a sentence', 'go to https://a.example/b.', 'https://a.example/b'],
  ['a closing bracket', '(https://a.example/b)', 'https://a.example/b'],
  ['Thai that follows without a space', 'https://a.example/bครับ', 'https://a.example/b'],
  ['Lao that follows without a space', 'https://a.example/bເດີ', 'https://a.example/b'],
])('%s is not part of the address', (_what, text, shown) => {
  expect(links(text)[0]?.[0]).toBe(shown)
})

test('a bracket that the address opened is', () => {
  expect(links('https://a.example/b_(c).')[0]?.[0]).toBe('https://a.example/b_(c)')
})

test('www. leads to https', () => {
  expect(links('www.kapao.example')).toEqual([['www.kapao.example', 'https://www.kapao.example/']])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'plain words'])(
  '%s never becomes a link',
  (text) => {
    expect(links(text)).toEqual([])
  },
)

test('all parts together are the text, whatever is in it', () => {
  const text = 'a https://b.example, www.c.example! https:// ครับ https://d.exampleครับ '
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
