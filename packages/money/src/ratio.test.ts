import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromMinorUnits } from './minor.ts'
import {
  creditsToWallet,
  parseRatio,
  Ratio,
  ratioFromWire,
  ratioOfOrder,
  roundDownToStep,
  walletToCredits,
} from './ratio.ts'

const ratioOf = (text: string): Ratio => {
  const ratio = parseRatio(text)
  if (!ratio) throw new Error(text)
  return ratio
}
const anyRatio = fc.bigInt({ min: 1n, max: 20_000_000_000n }).map((millionths) => new Ratio(millionths))
const anyAmount = fc.bigInt({ min: 0n, max: 10_000_000_000n }).map((units) => fromMinorUnits(units))

describe('a ratio', () => {
  it.each([
    ['1', 1],
    ['10', 10],
    ['0.5', 0.5],
    ['10000', 10_000],
    ['0.000001', 0.000001],
  ])('%s comes back from the wire as it went', (text, number) => {
    expect(JSON.stringify({ ratio: ratioOf(text) })).toBe(JSON.stringify({ ratio: number }))
    if (number >= 0.001) expect(ratioFromWire(number)).toEqual(ratioOf(text))
  })

  it.each(['0', '-1', '1e3', '', '1.0000001', 'NaN'])('cannot be %s', (text) => {
    expect(parseRatio(text)).toBeNull()
  })

  it.each([
    [0.1 + 0.2, '0.3'],
    [3 * 1.1, '3.3'],
    [2.9999999999999996, '3'],
    [0.000001, '0.000001'],
    [12345678.123456, '12345678.123456'],
  ])('of %f from the wire is the one that was meant', (told, meant) => {
    expect(ratioFromWire(told)).toEqual(ratioOf(meant))
  })

  it.each([
    [33.3333333, 333333333n, 10_000_000n],
    [650.1234567, 6501234567n, 10_000_000n],
  ])('of %f from the wire keeps all of its decimals', (told, units, scale) => {
    expect(ratioFromWire(told)).toEqual(new Ratio(units, scale))
  })

  it('that stands for a fraction takes away no unit and adds none, and leaves the step to the server', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.bigInt({ min: 0n, max: 10_000_000_000n }),
        (above, below, most) => {
          // No more than it takes to be worth a hundred million.
          const hundredths = (most * BigInt(below)) / BigInt(Math.max(above, below))
          const ratio = ratioFromWire(above / below)
          if (!ratio) throw new Error(`${above}/${below}`)
          const credits = fromMinorUnits(hundredths)
          expect(creditsToWallet(credits, ratio)).toBe((hundredths * BigInt(above)) / BigInt(below))
          if (ratio.isRounded) expect(roundDownToStep(credits, ratio)).toBe(credits)
        },
      ),
    )
  })

  it.each([
    [1 / 30, '100.00', 10_000n, 333n],
    [1 / 600, '100,000.00', 10_000_000n, 16_666n],
    // 0.00990099009900990, of which the last nought is not written.
    [1 / 101, '1.01', 101n, 1n],
    [5150 / 827, '8.27', 827n, 5_150n],
  ])('of %f makes of %s credits what they are worth', (told, _credits, hundredths, worth) => {
    const ratio = ratioFromWire(told)
    if (!ratio) throw new Error(String(told))
    expect(creditsToWallet(fromMinorUnits(hundredths), ratio)).toBe(worth)
    expect(roundDownToStep(fromMinorUnits(10_000n), ratio)).toBe(10_000n)
  })

  it.each([0, -1, 0.0000001, 1e21, Number.NaN, Number.POSITIVE_INFINITY])('is not %f', (told) => {
    expect(ratioFromWire(told)).toBeNull()
  })

  it('turns an amount into credits and back without a rest, or not at all', () => {
    fc.assert(
      fc.property(anyAmount, anyRatio, (amount, ratio) => {
        const credits = walletToCredits(amount, ratio)
        if (credits !== null) expect(creditsToWallet(credits, ratio)).toBe(amount)
        // The order itself says by which ratio it was made.
        if (credits !== null && credits > 0n) expect(ratioOfOrder(amount, credits)).toEqual(ratio)
      }),
    )
  })

  it('always has credits for an amount that was rounded down to its step', () => {
    fc.assert(
      fc.property(anyAmount, anyRatio, (amount, ratio) => {
        const step = roundDownToStep(amount, ratio)
        expect(step).toBeLessThanOrEqual(amount)
        expect(walletToCredits(step, ratio)).not.toBeNull()
        expect(roundDownToStep(step, ratio)).toBe(step)
      }),
    )
  })

  it('of ten takes steps of ten satang', () => {
    expect(roundDownToStep(fromMinorUnits(10_005n), ratioOf('10'))).toBe(10_000n)
    expect(walletToCredits(fromMinorUnits(10_005n), ratioOf('10'))).toBeNull()
  })
})
