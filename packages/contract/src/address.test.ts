import { expect, test } from 'vitest'
import { phoneAddress, webAddress } from './address.ts'

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'plain words',
  'https://a.example@b.example',
])('%s leads nowhere', (text) => {
  expect(webAddress(text)).toBeNull()
})

test('only what can be dialled is dialled', () => {
  expect(phoneAddress('081-234 5678')).toBe('tel:0812345678')
  expect(phoneAddress('tel:+856 20 5551 2345')).toBe('tel:+8562055512345')
  expect(phoneAddress('javascript:alert(1)')).toBeNull()
})

test.each(['081-\u2060234-\u20605678', '081\u2011234\u20115678', '๐๘๑-๒๓๔-๕๖๗๘', '(081) 234.5678'])(
  '%j can be dialled, as it was copied from elsewhere',
  (text) => {
    expect(phoneAddress(text)).toBe('tel:0812345678')
  },
)

test('letters are no number', () => {
  expect(phoneAddress('081-CALL-ME')).toBeNull()
})
