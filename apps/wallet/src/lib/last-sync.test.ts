import { afterEach, expect, test } from 'vitest'
import { readLastSync, writeLastSync } from './last-sync.ts'
import { persistent, storageKeys } from './storage.ts'

afterEach(() => persistent.remove(storageKeys.lastSync))

test('there is no last update before the first', () => {
  expect(readLastSync()).toBeNull()
})

test('what was written is read back to the millisecond', () => {
  writeLastSync(1_795_262_645_123)
  expect(readLastSync()).toBe(1_795_262_645_123)
})

test('a time that is still to come, since the phone’s clock was put back, counts as none', () => {
  writeLastSync(Date.now() + 7_200_000)
  expect(readLastSync()).toBeNull()
})

test('what is no time counts as none', () => {
  persistent.set(storageKeys.lastSync, 'yesterday')
  expect(readLastSync()).toBeNull()
})
