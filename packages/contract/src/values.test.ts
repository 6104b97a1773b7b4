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

it.each(['2026-11-02', '03:04:05', 'yesterday', '2026-13-02T03:04:05'])('%s is no time', (told) => {
  expect(v.is(timestamp, told)).toBe(false)
})
