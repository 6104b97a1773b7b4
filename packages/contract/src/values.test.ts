import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { money, requestedMoney, timestamp } from './values.ts'

describe('money', () => {
  it.each([0, -0.01, 1250.25, 100_000_000, 1_234_567_890.5])('in an answer may be %d', (amount) => {
    expect(v.is(money, amount)).toBe(true)
  })

  it.each([0, 1250.25, 100_000_000])('may be asked for as %d', (amount) => {
    expect(v.is(requestedMoney, amount)).toBe(true)
  })

  it.each([-0.01, 1.005, 100_000_000.01, '1'])('may not be asked for as %s', (amount) => {
    expect(v.is(requestedMoney, amount)).toBe(false)
  })
})

it.each([
  ['2026-11-02T03:04:05.000Z', '2026-11-02T03:04:05.000Z'],
  ['2026-11-02T10:04:05+07:00', '2026-11-02T10:04:05+07:00'],
  ['2026-11-02T03:04:05', '2026-11-02T03:04:05Z'],
  ['2026-11-02T03:04:05.123', '2026-11-02T03:04:05.123Z'],
  ['2026-11-02 03:04:05', '2026-11-02T03:04:05Z'],
])('the time %s is %s: without a zone it is in UTC, as every time of the wire', (told, read) => {
  expect(v.parse(timestamp, told)).toBe(read)
})

it.each([
  ['2026-11-02T03:04Z', '2026-11-02T03:04:00Z'],
  ['2026-11-02T10:04+07:00', '2026-11-02T10:04:00+07:00'],
  ['2026-11-02T03:04', '2026-11-02T03:04:00Z'],
  ['2026-11-02 03:04', '2026-11-02T03:04:00Z'],
  ['2026-11-02T03:04:05+00', '2026-11-02T03:04:05+00:00'],
  ['2026-11-02 10:04:05.123456+07', '2026-11-02T10:04:05.123456+07:00'],
  ['2026-11-02T10:04:05 +07:00', '2026-11-02T10:04:05+07:00'],
  ['2026-11-02T10:04:05+0700', '2026-11-02T10:04:05+07:00'],
  ['2026-11-02 03:04:05Z', '2026-11-02T03:04:05Z'],
])('the time %s is %s: seconds that are none may be left out, and minutes of an offset', (told, read) => {
  expect(v.parse(timestamp, told)).toBe(read)
  expect(Date.parse(read)).not.toBeNaN()
})

it.each(['2026-11-02', '2026-11-02T03', '2026-11-02T03:64', '03:04:05', 'yesterday', '2026-13-02T03:04:05'])(
  '%s is no time',
  (told) => {
    expect(v.is(timestamp, told)).toBe(false)
  },
)
