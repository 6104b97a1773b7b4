import { describe, expect, it } from 'vitest'
import { countdownText } from './countdown-text.ts'

describe('a countdown', () => {
  it.each([
    [300_000, '05:00'],
    [299_001, '05:00'],
    [299_000, '04:59'],
    [60_000, '01:00'],
    [59_999, '01:00'],
    [1, '00:01'],
    [0, '00:00'],
    [-1, '00:00'],
    [-86_400_000, '00:00'],
    [4_500_000, '75:00'],
    [Number.NaN, '00:00'],
    [Number.POSITIVE_INFINITY, '00:00'],
  ])('with %s ms left reads %s', (leftMs, text) => {
    expect(countdownText(leftMs)).toBe(text)
  })
})
