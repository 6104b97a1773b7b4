import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMinor, formatShort, parseAmount } from './format.ts'
import {
  add,
  fromDecimalText,
  fromMinorUnits,
  fromWire,
  shareOf,
  shareOfRoundedUp,
  subtract,
  toDecimalText,
  toWire,
} from './minor.ts'

const anyMinor = fc
  .bigInt({ min: -10_000_000_000n, max: 10_000_000_000n })
  .map((units) => fromMinorUnits(units))

describe('an amount on the wire', () => {
  it.each([
    [1.15, 115n],
    [0.1, 10n],
    [0.07, 7n],
    [1.1, 110n],
    [4.35, 435n],
    [1.005, null],
    [0.1 + 0.2, null],
    [1e21, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [100_000_000, 10_000_000_000n],
    [123_456_789_012.34, 12_345_678_901_234n],
    [10_000_000_000_000, 1_000_000_000_000_000n],
    [10_000_000_000_001, null],
    [-5.5, -550n],
    [-0, 0n],
  ])('%d is %s', (number, units) => {
    expect(fromWire(number)).toBe(units)
  })

  it('survives the way to JSON and back', () => {
    fc.assert(
      fc.property(anyMinor, (amount) => {
        expect(fromWire(JSON.parse(JSON.stringify(toWire(amount))))).toBe(amount)
      }),
    )
  })
})

describe('an amount as text', () => {
  it('survives the way to text and back', () => {
    fc.assert(
      fc.property(anyMinor, (amount) => {
        expect(fromDecimalText(toDecimalText(amount))).toBe(amount)
      }),
    )
  })

  it('adds up without losing a satang', () => {
    fc.assert(
      fc.property(anyMinor, anyMinor, (one, other) => {
        expect(subtract(add(one, other), other)).toBe(one)
      }),
    )
  })

  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [123_456n, '1,234.56'],
    [10_000_000_000n, '100,000,000.00'],
    [99_999n, '999.99'],
    [-123_456_789n, '-1,234,567.89'],
  ])('%s is shown as %s', (units, text) => {
    expect(formatMinor(fromMinorUnits(units))).toBe(text)
  })

  it.each([
    [0n, '0'],
    [5n, '0.05'],
    [10_000n, '100'],
    [100_050n, '1,000.50'],
  ])('%s is told as a limit as %s', (units, text) => {
    expect(formatShort(fromMinorUnits(units))).toBe(text)
  })
})

describe('what a player types', () => {
  it.each([
    ['100', 10_000n],
    ['1,234.50', 123_450n],
    ['1,234', 123_400n],
    ['0,50', 50n],
    ['0,500', null],
    ['00,500', null],
    ['012,500', null],
    ['12,5', 1_250n],
    ['12.', 1_200n],
    ['.5', 50n],
    ['๑๒๓.๔๕', 12_345n],
    ['໑໒໓', 12_300n],
    [' 50 ', 5_000n],
    ['1.234', null],
    ['1,23,456', null],
    ['1.2.3', null],
    ['-5', null],
    ['1e3', null],
    ['', null],
    ['.', null],
    ['abc', null],
    ['100,000,001', null],
  ])('%s is %s', (text, units) => {
    expect(parseAmount(text)).toBe(units)
  })

  it('reads back every amount as it is shown', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000_000_000n }), (units) => {
        expect(parseAmount(formatMinor(fromMinorUnits(units)))).toBe(units)
      }),
    )
  })
})

describe('a share', () => {
  it('is rounded down, never up', () => {
    expect(shareOf(fromMinorUnits(999n), 10)).toBe(99n)
  })

  it('or up, to the least amount that is no less', () => {
    expect(shareOfRoundedUp(fromMinorUnits(999n), 10)).toBe(100n)
    expect(shareOfRoundedUp(fromMinorUnits(1_000n), 10)).toBe(100n)
    expect(shareOfRoundedUp(fromMinorUnits(0n), 10)).toBe(0n)
  })
})
