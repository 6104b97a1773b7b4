import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentToken, endSession, forgetSession, forgetThisTab, storeToken } from './session-token.ts'
import { persistent, storageKeys } from './storage.ts'

const kept = () =>
  [storageKeys.token, storageKeys.rememberAgreement, storageKeys.lastSync].map((key) => persistent.get(key))

beforeEach(() => {
  endSession()
  storeToken('anna', true)
  persistent.set(storageKeys.rememberAgreement, 'true')
  persistent.set(storageKeys.lastSync, '1')
})

test('a session takes with it what was kept for it', () => {
  forgetSession()
  expect(kept()).toEqual([null, null, null])
})

test('what another tab took away is gone here, too', () => {
  persistent.remove(storageKeys.token)
  forgetSession()
  expect(kept()).toEqual([null, null, null])
})

test('what belongs to the next session, of another tab, is left to it', () => {
  persistent.set(storageKeys.token, 'boun')
  forgetSession()
  expect(kept()).toEqual(['boun', 'true', '1'])
  expect(currentToken()).toBeNull()
})

test('logging out ends every session of this browser', () => {
  persistent.set(storageKeys.token, 'boun')
  endSession()
  expect(kept()).toEqual([null, null, null])
})

test('a tab that was sent to the log-in takes no session away that it finds there when it is loaded anew', () => {
  forgetThisTab()
  expect(kept()).toEqual(['anna', 'true', '1'])
  expect(currentToken()).toBeNull()
})

describe('a tab that is loaded again', () => {
  /** What a browser keeps: for all tabs, and for each. */
  class Kept {
    readonly #values = new Map<string, string>()
    getItem = (key: string) => this.#values.get(key) ?? null
    setItem = (key: string, value: string) => void this.#values.set(key, value)
    removeItem = (key: string) => void this.#values.delete(key)
  }
  const forAll = new Kept()

  /** The wallet's files, loaded in a tab that keeps this. */
  async function load(tab: Kept) {
    vi.stubGlobal('window', { localStorage: forAll, sessionStorage: tab })
    vi.resetModules()
    return import('./session-token.ts')
  }

  afterEach(() => vi.unstubAllGlobals())

  test.each([
    ['logged out', 'nobody', undefined],
    ['logged in as another', 'boun', false],
    ['logged in as another who is remembered', 'boun', true],
  ])('has nothing of its member after another tab %s', async (_how, next, remember) => {
    const [first, second] = [new Kept(), new Kept()]
    const before = await load(first)
    before.storeToken('anna', false)
    first.setItem('chat-outbox', 'of Anna')
    const other = await load(second)
    if (remember === undefined) other.endSession()
    else other.storeToken(next, remember)
    const again = await load(first)
    expect(again.currentToken()).toBe(remember ? 'boun' : null)
    expect(first.getItem('chat-outbox')).toBeNull()
    expect(again.hasEndedElsewhere()).toBe(false)
  })

  test('has all of its member while nobody ended the session', async () => {
    const tab = new Kept()
    const before = await load(tab)
    before.storeToken('anna', false)
    tab.setItem('chat-outbox', 'of Anna')
    const again = await load(tab)
    expect(again.currentToken()).toBe('anna')
    expect(tab.getItem('chat-outbox')).toBe('of Anna')
  })

  test('has all of its member where it has kept no end yet', async () => {
    const tab = new Kept()
    tab.setItem('token', 'anna')
    forAll.setItem('session-end', '1795262645123')
    expect((await load(tab)).currentToken()).toBe('anna')
  })
})
