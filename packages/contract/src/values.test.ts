import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { money, requestedMoney } from './values.ts'

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
