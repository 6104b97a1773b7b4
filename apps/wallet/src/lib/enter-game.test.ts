import { expect, test, vi } from 'vitest'
import { canEnterGame, enterGame, notEnteredText } from './enter-game.ts'
import type { Failure } from './http.ts'

const told = (failure: Failure) => notEnteredText((key) => key, failure)

test.each(['LOGIN_FAIL', 'SLOT_NO_ACCOUNT'])(
  'a game that is not entered (%s) is one that does not answer',
  (message) => {
    expect(told({ kind: 'refused', message })).toBe('errors.game-silent')
  },
)

test('what else keeps from a game is told by its own words', () => {
  expect(told({ kind: 'timed-out' })).toBe('errors.timed-out')
})

test('the form of a login says what its server says, and the account where that names none', async () => {
  const account = {
    username: 'player-1',
    password: 'secret-1',
    event: { action: 'https://game.example/in', fields: { username: 'brand-player-1', token: 'once' } },
  }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(account)))
  vi.stubGlobal('window', {})
  const post = vi.fn(() => true)
  const opening = { go: () => false, post, giveUp: () => undefined, leave: () => undefined }
  expect(await enterGame({ code: 'UFABET', web: null }, opening)).toBeNull()
  expect(post).toHaveBeenCalledWith('https://game.example/in', {
    username: 'brand-player-1',
    password: 'secret-1',
    token: 'once',
  })
  vi.unstubAllGlobals()
})

test('any game whose account comes with a form is entered by it, also one that has an address', async () => {
  const event = { action: 'https://game.example/in', fields: {} }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ username: 'u', password: 'p', event })))
  vi.stubGlobal('window', {})
  const post = vi.fn(() => true)
  const opening = { go: () => false, post, giveUp: () => undefined, leave: () => undefined }
  const game = { code: 'FISHING', hasForm: true }
  expect(canEnterGame({ ...game, web: null })).toBe(true)
  expect(await enterGame({ ...game, web: 'https://play.example' }, opening)).toBeNull()
  expect(post).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test.each(['', ' ', '-', 'none', '#', 'javascript:void(0)', 'market://details', 'https:'])(
  'a game whose address is %j has none: it is entered in its own app alone',
  (web) => {
    // Beside the page all of them would be addresses.
    vi.stubGlobal('location', { href: 'https://wallet.example/user/home' })
    expect(canEnterGame({ code: 'FISHING', web })).toBe(false)
    vi.unstubAllGlobals()
  },
)

test.each(['https://play.example/lobby', 'HTTP://play.example', 'http://play.example:8080/?go'])(
  'a game at %s is entered there',
  (web) => {
    expect(canEnterGame({ code: 'FISHING', web })).toBe(true)
  },
)
