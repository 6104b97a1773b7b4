import { expect, test, vi } from 'vitest'
import { keepsNothing, safeStorage } from './safe-storage.ts'

test('where storage is denied altogether, values live in memory', () => {
  const storage = safeStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(storage.get('token')).toBeNull()
  storage.set('token', 'abc')
  expect(storage.get('token')).toBe('abc')
  storage.remove('token')
  expect(storage.get('token')).toBeNull()
})

test('a full storage does not lose the newest value, nor show the older one', () => {
  const kept = new Map([['locale', 'th']])
  const storage = safeStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: (key) => void kept.delete(key),
  }))
  storage.set('locale', 'la')
  expect(storage.get('locale')).toBe('la')
  storage.remove('locale')
  expect(storage.get('locale')).toBeNull()
})

test.each([
  ['throws when it is looked at', Object.defineProperty({}, 'localStorage', { get: refuse }), true],
  ['is not there', {}, true],
  ['is full', { localStorage: { setItem: refuse, removeItem: () => {} } }, true],
  ['takes and forgets', { localStorage: { setItem: () => {}, removeItem: () => {} } }, false],
])('of a storage that %s it is known whether it keeps anything', (_what, window, isForgetful) => {
  vi.stubGlobal('window', window)
  expect(keepsNothing('localStorage')).toBe(isForgetful)
  vi.unstubAllGlobals()
})

function refuse(): never {
  throw new DOMException('denied', 'SecurityError')
}
