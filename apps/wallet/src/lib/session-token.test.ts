import { beforeEach, expect, test } from 'vitest'
import { currentToken, endSession, forgetSession, storeToken } from './session-token.ts'
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
