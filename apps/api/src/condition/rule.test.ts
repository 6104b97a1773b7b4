import { add, fromMinorUnits, type Minor, subtract, ZERO } from '@kapao/money/minor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import {
  begin,
  bonusFor,
  boundsOf,
  boundsToTell,
  type Happening,
  hasFailed,
  next,
  type Running,
  type Standing,
  type Terms,
  takenByClearing,
  withKnownBase,
} from './rule.ts'

const terms: Terms = {
  currency: 'THB',
  percent: 50,
  cap: parseDecimal('500.00'),
  minDeposit: parseDecimal('100.00'),
  successPercent: 200,
  failPercent: 10,
}
const chosen: Standing = { at: 'chosen' }
/** 1,000 of the member's own and 500 of bonus. */
const running = begin(parseDecimal('500.00'), parseDecimal('1500.00'), ZERO)
const deposit = (amount: string, total: string): Happening => ({
  kind: 'deposit',
  amount: parseDecimal(amount),
  total: parseDecimal(total),
  doubtful: ZERO,
})
const balance = (total: string): Happening => ({ kind: 'balance', total: parseDecimal(total) })
const clear = (total: string): Happening => ({ kind: 'clear', total: parseDecimal(total) })
const cleared = (taken: string): Standing => ({ at: 'cleared', taken: parseDecimal(taken) })

describe('a condition goes', () => {
  it.each<[string, Standing, Happening, Standing]>([
    ['from chosen to running with a deposit', chosen, deposit('1000.00', '1000.00'), running],
    ['nowhere with a deposit under the least one', chosen, deposit('99.99', '99.99'), chosen],
    ['nowhere while it is chosen and the balance changes', chosen, balance('9999.00'), chosen],
    ['from chosen to cleared, and nothing is taken', chosen, clear('700.00'), cleared('0.00')],
    ['to success at the very total', running, balance('3000.00'), { at: 'success' }],
    ['nowhere a satang below it', running, balance('2999.99'), running],
    [
      'nowhere by a balance that fails it: a deposit or the member ends it',
      running,
      balance('0.00'),
      running,
    ],
    ['to failed with the next deposit', running, deposit('100.00', '250.00'), { at: 'failed' }],
    [
      'on with a deposit when a satang more was left',
      running,
      deposit('100.00', '250.01'),
      { ...running, added: parseDecimal('100.00') },
    ],
    [
      'to success when a deposit brings the total there',
      running,
      deposit('1500.00', '3000.00'),
      { at: 'success' },
    ],
    ['to cleared, with the whole bonus when nothing was lost', running, clear('1500.00'), cleared('500.00')],
    [
      'to cleared, with no more than the bonus when something was won',
      running,
      clear('2900.00'),
      cleared('500.00'),
    ],
    ['to cleared, with what losses left of the bonus', running, clear('1200.00'), cleared('200.00')],
    ['to cleared for nothing when only own money is left', running, clear('1000.00'), cleared('0.00')],
    ['to success when it is cleared at the very total', running, clear('3000.00'), { at: 'success' }],
  ])('%s', (_what, from, happening, to) => {
    expect(next(terms, from, happening)).toEqual(to)
  })

  it.each<Standing>([{ at: 'success' }, { at: 'failed' }, cleared('1.00')])(
    'nowhere once it has ended: $at',
    (ended) => {
      for (const happening of [deposit('1000.00', '1000.00'), balance('9999.00'), clear('0.00')]) {
        expect(next(terms, ended, happening)).toEqual(ended)
      }
    },
  )
})

describe('a bonus', () => {
  it.each([
    ['100.00', '50.00'],
    ['100.01', '50.00'],
    ['999.99', '499.99'],
    ['1000.00', '500.00'],
    ['50000.00', '500.00'],
    ['99.99', '0.00'],
  ])('on a deposit of %s is %s', (amount, bonus) => {
    expect(bonusFor(terms, parseDecimal(amount))).toBe(parseDecimal(bonus))
  })

  it('that is no whole satang leaves the condition chosen', () => {
    expect(next({ ...terms, minDeposit: null }, chosen, deposit('0.01', '0.01'))).toEqual(chosen)
  })
})

it('has failed is judged to the satang: at the bound yes, above it no', () => {
  expect(hasFailed(terms, running, parseDecimal('150.00'))).toBe(true)
  expect(hasFailed(terms, running, parseDecimal('150.01'))).toBe(false)
})

it('is met at what is no less than its share of the base: a half satang more to go is more to go', () => {
  const uneven = begin(parseDecimal('10.00'), parseDecimal('110.01'), ZERO)
  expect(boundsOf({ ...terms, successPercent: 150 }, uneven).successAt).toBe(parseDecimal('165.02'))
  expect(boundsOf({ ...terms, failPercent: 50 }, uneven).failAt).toBe(parseDecimal('55.00'))
})

it('is told in whole kip, each bound of which holds', () => {
  const kip = { ...terms, currency: 'LAK', successPercent: 150, failPercent: 10 }
  const uneven = begin(parseDecimal('10000.00'), parseDecimal('197166.25'), ZERO)
  expect(boundsOf(kip, uneven)).toEqual({
    successAt: parseDecimal('295749.38'),
    failAt: parseDecimal('19716.62'),
  })
  const told = boundsToTell(kip, uneven)
  expect(told).toEqual({ successAt: parseDecimal('295750.00'), failAt: parseDecimal('19716.00') })
  expect(next(kip, uneven, { kind: 'balance', total: told.successAt }).at).toBe('success')
  expect(hasFailed(kip, uneven, told.failAt)).toBe(true)
  expect(boundsToTell({ ...kip, currency: 'BAHT' }, uneven)).toEqual(boundsOf(kip, uneven))
})

it('clearing is free once it has failed, even where something of the bonus is left', () => {
  const generous = begin(parseDecimal('100.00'), parseDecimal('100.00'), ZERO)
  expect(takenByClearing(terms, generous, parseDecimal('10.00'))).toBe(ZERO)
  expect(takenByClearing(terms, generous, parseDecimal('10.01'))).toBe(parseDecimal('10.01'))
})

it('clearing takes nothing of what came in since, nor what losses had eaten before that', () => {
  const later = { ...running, added: parseDecimal('300.00') }
  expect(takenByClearing(terms, later, parseDecimal('350.00'))).toBe(ZERO)
  expect(takenByClearing(terms, later, parseDecimal('1400.00'))).toBe(parseDecimal('100.00'))
  expect(takenByClearing(terms, later, parseDecimal('1800.00'))).toBe(parseDecimal('500.00'))
})

const amountUpTo = (max: bigint) => fc.bigInt({ min: 0n, max }).map((units) => fromMinorUnits(units))
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  currency: fc.constantFrom('THB', 'LAK'),
  percent: fc.integer({ min: 1, max: 200 }),
  cap: fc.option(amountUpTo(10_000_000n)),
  minDeposit: fc.option(amountUpTo(1_000_000n)),
  successPercent: fc.integer({ min: 0, max: 1_000 }),
  failPercent: fc.integer({ min: 0, max: 99 }),
})
const anyRunning: fc.Arbitrary<Running> = fc
  .tuple(fc.bigInt({ min: 1n, max: 10_000_000n }), amountUpTo(100_000_000n), amountUpTo(100_000_000n))
  .map(([bonus, own, added]) => ({
    ...begin(fromMinorUnits(bonus), add(fromMinorUnits(bonus), own), ZERO),
    added,
  }))

describe('whatever the terms are', () => {
  it('a bonus in kip is whole, and less than a kip below what it would be in satang', () => {
    fc.assert(
      fc.property(anyTerms, amountUpTo(1_000_000_000n), (some, amount) => {
        const inKip = bonusFor({ ...some, currency: 'LAK' }, amount)
        const inSatang = bonusFor({ ...some, currency: 'THB' }, amount)
        expect(inKip % 100n).toBe(0n)
        expect(inKip <= inSatang && inSatang - inKip < 100n).toBe(true)
      }),
    )
  })

  it('a bonus is never more than its cap, nor more than its share of the deposit', () => {
    fc.assert(
      fc.property(anyTerms, amountUpTo(1_000_000_000n), (some, amount) => {
        const bonus = bonusFor(some, amount)
        expect(bonus).toBeGreaterThanOrEqual(0n)
        expect(bonus * 100n).toBeLessThanOrEqual(amount * BigInt(some.percent ?? 0))
        if (some.cap !== null) expect(bonus).toBeLessThanOrEqual(some.cap)
      }),
    )
  })

  it('clearing takes at most the bonus, and leaves the member at least their own money, or all there is', () => {
    fc.assert(
      fc.property(anyTerms, anyRunning, amountUpTo(300_000_000n), (some, standing, total) => {
        const taken = takenByClearing(some, standing, total)
        const own = add(subtract(standing.base, standing.bonus), standing.added)
        const smallerOf = (one: Minor, other: Minor) => (one < other ? one : other)
        expect(taken).toBeGreaterThanOrEqual(0n)
        expect(taken).toBeLessThanOrEqual(standing.bonus)
        expect(subtract(total, taken)).toBeGreaterThanOrEqual(smallerOf(own, total))
      }),
    )
  })

  it('a balance ends it at successAt and never below', () => {
    fc.assert(
      fc.property(anyTerms, anyRunning, (some, standing) => {
        const { successAt } = boundsOf(some, standing)
        const judge = (total: Minor) => next(some, standing, { kind: 'balance', total }).at
        expect(judge(successAt)).toBe('success')
        if (successAt > 0n) expect(judge(fromMinorUnits(successAt - 1n))).toBe('running')
      }),
    )
  })
})

describe('once it is known what was in doubt when it began', () => {
  const doubted = begin(parseDecimal('500.00'), parseDecimal('1500.00'), parseDecimal('300.00'))
  it.each([
    ['all of it is there', '1500.00', '1500.00'],
    ['more was won', '1700.00', '1500.00'],
    ['a part of it is not there', '1400.00', '1400.00'],
    ['none of it is there', '1200.00', '1200.00'],
    ['none of it is there, and more was lost', '900.00', '1200.00'],
  ])('the base holds what was there: %s', (_what, total, base) => {
    const known = { ...doubted, base: parseDecimal(base), doubtful: ZERO }
    expect(withKnownBase(doubted, parseDecimal(total))).toEqual(known)
    const added = parseDecimal('50.00')
    expect(withKnownBase({ ...doubted, added }, add(parseDecimal(total), added))).toEqual({ ...known, added })
  })
})

it.each([
  ['120.00', 'failed'],
  ['120.01', 'running'],
  ['150.00', 'running'],
])('a deposit ends one by %s as %s while some of the base may never have been there', (before, at) => {
  const doubted = begin(parseDecimal('500.00'), parseDecimal('1500.00'), parseDecimal('300.00'))
  const total = add(parseDecimal(before), parseDecimal('100.00'))
  const happening = { kind: 'deposit', amount: parseDecimal('100.00'), total, doubtful: ZERO } as const
  expect(next(terms, doubted, happening).at).toBe(at)
})
