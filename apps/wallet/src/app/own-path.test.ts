import { expect, test } from 'vitest'
import { loginPath, ownPathIn } from './own-path.ts'

test('a guarded page is opened after the login', () => {
  const login = loginPath('/user/statement')
  expect(login).toBe('/login?next=%2Fuser%2Fstatement')
  expect(ownPathIn(login.replace('/login?', ''))).toBe('/user/statement')
  expect(loginPath('/user/home')).toBe('/login')
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil',
  '/user/../login',
  'javascript:alert(1)',
  '/user/a//b',
  '/user/nope',
  '',
])('an address from outside, %s, leads home', (next) => {
  expect(ownPathIn(`next=${encodeURIComponent(next)}`)).toBe('/user/home')
})
