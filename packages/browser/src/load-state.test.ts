import { expect, test } from 'vitest'
import { loadState } from './load-state.ts'

test('data that is there is shown, even when asking for newer failed', () => {
  expect(loadState({ data: {}, isPaused: false, errorUpdateCount: 3 })).toBe('ready')
})

test('a first load is loading', () => {
  expect(loadState({ data: undefined, isPaused: false, errorUpdateCount: 0 })).toBe('loading')
})

test('a load that failed stays failed while it is tried again', () => {
  expect(loadState({ data: undefined, isPaused: false, errorUpdateCount: 1 })).toBe('failed')
})

test('a load that waits for the network has failed for the player', () => {
  expect(loadState({ data: undefined, isPaused: true, errorUpdateCount: 0 })).toBe('failed')
})
