import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draw, oddsOf, totalWeight } from './draw.ts'

const DRAWS = 100_000

/** As the wheel of a new operator: ten slices, the rarest of them twice in a thousand. */
const WEIGHTS = [120, 240, 160, 80, 60, 240, 20, 40, 2, 38]

/**
 * The sum below lies under LOW in one run of a million when the draw is fair, and over HIGH in another: the chi-squared distribution with
 * nine degrees of freedom (ten slices less one) at p = 0.000001 from either end. A test that runs a hundred times a day then cries wolf
 * once in some 13 years. Too high is a bias; too low is too even for chance, as numbers that come by turns are.
 */
const LOW = 0.22
const HIGH = 44.81

const slices = WEIGHTS.map((weight, code) => ({ code, weight }))

/** Pearson's sum over all slices: (how often − how often it should be)² ÷ how often it should be. */
function chiSquared(random?: (below: number) => number): number {
  const seen = WEIGHTS.map(() => 0)
  for (let drawn = 0; drawn < DRAWS; drawn += 1) {
    const { code } = draw(slices, random)
    seen[code] = (seen[code] ?? 0) + 1
  }
  const total = totalWeight(slices)
  return WEIGHTS.reduce((sum, weight, code) => {
    const expected = (DRAWS * weight) / total
    return sum + ((seen[code] ?? 0) - expected) ** 2 / expected
  }, 0)
}

describe('a hundred thousand draws', () => {
  it('fall on the slices as the weights say', () => {
    const sum = chiSquared()
    expect(sum).toBeGreaterThan(LOW)
    expect(sum).toBeLessThan(HIGH)
  })

  let turn = 0
  const biased: readonly (readonly [string, (below: number) => number])[] = [
    ['takes the remainder of 12 random bits', (below) => randomInt(4_096) % below],
    [
      'draws one in ten again when it fell on the upper half',
      (below) => {
        const first = randomInt(below)
        return first >= below / 2 && randomInt(10) === 0 ? randomInt(below) : first
      },
    ],
    ['never reaches the last two hundredths', (below) => randomInt((below * 98) / 100)],
    [
      'never draws the rarest slice',
      (below) => {
        const drawn = randomInt(below)
        return drawn === 960 || drawn === 961 ? 0 : drawn
      },
    ],
    [
      'goes through all numbers by turns',
      (below) => {
        turn += 1
        return turn % below
      },
    ],
  ]
  it.each(biased)('do not when the source %s', (_what, random) => {
    const sum = chiSquared(random)
    expect(sum < LOW || sum > HIGH).toBe(true)
  })
})

it('every number that can be drawn belongs to exactly one slice, as many as its weight says', () => {
  const seen = WEIGHTS.map(() => 0)
  for (let number = 0; number < totalWeight(slices); number += 1) {
    const { code } = draw(slices, () => number)
    seen[code] = (seen[code] ?? 0) + 1
  }
  expect(seen).toEqual(WEIGHTS)
})

it('whatever the weights, the odds sum to a hundred and each slice can be drawn', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(weights, (some) => {
      const all = some.map((weight, code) => ({ code, weight }))
      const total = totalWeight(all)
      const sum = all.reduce((odds, slice) => odds + oddsOf(slice, total), 0)
      expect(sum).toBeCloseTo(100, 1)
      let first = 0
      for (const { code, weight } of all) {
        expect(draw(all, () => first).code).toBe(code)
        expect(draw(all, () => first + weight - 1).code).toBe(code)
        first += weight
      }
    }),
  )
})

it('a source that answers more than it may is a bug, and nobody wins by it', () => {
  expect(() => draw(slices, (below) => below)).toThrow()
})
