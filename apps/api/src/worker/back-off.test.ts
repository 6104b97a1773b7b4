import { expect, it } from 'vitest'
import { pauseSeconds } from './back-off.ts'

it.each([
  [{ firstS: 1, longestS: 8 }, [1, 2, 4, 8, 8]],
  [{ firstS: 1, longestS: 15 }, [1, 2, 4, 8, 15, 15]],
  [{ firstS: 2, longestS: 60 }, [2, 4, 8, 16, 32, 60, 60]],
])('the pauses of %o double up to the longest', (backOff, pauses) => {
  expect(pauses.map((_pause, before) => pauseSeconds(before + 1, backOff))).toEqual(pauses)
})

it('however often it was tried, the pause is the longest and no more', () => {
  expect(pauseSeconds(5_000, { firstS: 2, longestS: 60 })).toBe(60)
})
