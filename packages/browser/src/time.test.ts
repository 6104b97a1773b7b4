import { expect, test } from 'vitest'
import { formatCountdown, formatDateTime, formatRelative } from './time.ts'

test('a time is shown in Bangkok, Gregorian, with two digits everywhere', () => {
  expect(formatDateTime('2026-11-21T20:04:05.000Z')).toBe('22/11/2026 03:04:05')
  expect(formatDateTime(0)).toBe('01/01/1970 07:00:00')
  expect(formatDateTime('no time')).toBe('')
})

test('it is the same as the zone data of both cities say', () => {
  const time = Date.UTC(2026, 11, 31, 18, 59, 59)
  for (const timeZone of ['Asia/Bangkok', 'Asia/Vientiane']) {
    const oracle = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    expect(formatDateTime(time)).toBe(oracle.format(time).replace(',', ''))
  }
})

test.each([
  [59_999, '59\u00a0seconds ago'],
  [60_000, '1\u00a0minute ago'],
  [3_599_000, '59\u00a0minutes ago'],
  [23 * 3_600_000, '23\u00a0hours ago'],
  [29 * 86_400_000, '29\u00a0days ago'],
  [30 * 86_400_000, '1\u00a0month ago'],
  [364 * 86_400_000, '12\u00a0months ago'],
  [365 * 86_400_000, '1\u00a0year ago'],
])('%i ms ago is "%s"', (agoMs, text) => {
  expect(formatRelative(1_000_000_000_000 - agoMs, 1_000_000_000_000, 'en')).toBe(text)
})

test('relative times speak Thai and Lao, and never Latin', () => {
  expect(formatRelative(0, 180_000, 'th')).toBe('3\u00a0นาทีที่ผ่านมา')
  expect(formatRelative(0, 180_000, 'la')).toBe('3\u00a0ນາທີກ່ອນ')
})

test('a countdown ends at 00:00 and not below', () => {
  expect(formatCountdown(300_000)).toBe('05:00')
  expect(formatCountdown(59_001)).toBe('01:00')
  expect(formatCountdown(3_600_000)).toBe('1:00:00')
  expect(formatCountdown(14_399_000)).toBe('3:59:59')
  expect(formatCountdown(1)).toBe('00:01')
  expect(formatCountdown(0)).toBe('00:00')
  expect(formatCountdown(-5000)).toBe('00:00')
})
