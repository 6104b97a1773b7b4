import { afterEach, expect, it, vi } from 'vitest'
import { tellServerLocale } from './server-locale.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['https:', '__Host-locale=la; path=/; max-age=31536000; samesite=lax; secure'],
  ['http:', 'locale=la; path=/; max-age=31536000; samesite=lax'],
])('the language is told to the server over %s', (protocol, cookie) => {
  const page = { cookie: '' }
  vi.stubGlobal('location', { protocol })
  vi.stubGlobal('document', page)
  tellServerLocale('la')
  expect(page.cookie).toBe(cookie)
})

it('a page that may keep nothing goes on without', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', {
    set cookie(_text: string) {
      throw new Error('a sandboxed frame')
    },
  })
  expect(() => tellServerLocale('la')).not.toThrow()
})
