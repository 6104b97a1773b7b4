import { afterEach, expect, test, vi } from 'vitest'
import { takeBegun } from './begun.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function begun(token: string) {
  const stop = vi.fn()
  const response = Promise.resolve(new Response('{}'))
  const one = { address: '/api/wallet', token, atMs: Date.now(), response, stop }
  vi.stubGlobal('window', { begun: [one] })
  return one
}

const { signal } = new AbortController()

test('what the page has asked for is taken once; the next asks by itself', () => {
  const { response } = begun('anna')
  expect(takeBegun('/api/games', 'anna', signal)).toBeUndefined()
  expect(takeBegun('/api/wallet', 'anna', signal)).toBe(response)
  expect(takeBegun('/api/wallet', 'anna', signal)).toBeUndefined()
})

test('nobody is shown what was asked for with another token', () => {
  const { stop } = begun('anna')
  expect(takeBegun('/api/wallet', 'boun', signal)).toBeUndefined()
  expect(stop).toHaveBeenCalled()
  expect(takeBegun('/api/wallet', 'anna', signal)).toBeUndefined()
})

test('figures that have become old are asked for anew', () => {
  vi.useFakeTimers()
  begun('anna')
  vi.advanceTimersByTime(20_001)
  expect(takeBegun('/api/wallet', 'anna', signal)).toBeUndefined()
})

test('whoever no longer waits ends it', () => {
  const { stop } = begun('anna')
  const leaving = new AbortController()
  takeBegun('/api/wallet', 'anna', leaving.signal)
  leaving.abort()
  expect(stop).toHaveBeenCalled()
})

test('who has left before it was taken leaves it to the next', () => {
  const { response } = begun('anna')
  expect(takeBegun('/api/wallet', 'anna', AbortSignal.abort())).toBeUndefined()
  expect(takeBegun('/api/wallet', 'anna', signal)).toBe(response)
})
