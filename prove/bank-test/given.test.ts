// Whether the check of bonuses, prizes and spins finds what it is there for.
import { describe, expect, it } from 'vitest'
import type { OurBooks } from './books.ts'
import { checkBooks } from './check-books.ts'
import { checkGiven } from './check-given.ts'
import type { FindingKind } from './finding.ts'
import type { Operation } from './history.ts'
import { claim, history, kinds, lost, MALI, no, operation, ours, theirs, yes } from './sound-books.ts'

const [condition] = ours.conditions
const [coupon] = ours.coupons
const [won, nothing] = ours.spins
if (!condition || !coupon || !won || !nothing) throw new Error('the story is too short')

it('what was promised and given passes', () => {
  expect(checkGiven(history, ours)).toEqual([])
})

const begun = { conditions: [{ ...condition, state: 'chosen', appliedAt: null, bonus: null }] }
const withoutClaim = history.filter((one) => one !== claim)

describe('bonuses, prizes and spins show', () => {
  const wrong: readonly [string, Partial<OurBooks>, readonly Operation[], FindingKind[]][] = [
    [
      'a bonus of another size than promised',
      { conditions: [{ ...condition, bonus: 11_00n }] },
      history,
      ['wrong-total'],
    ],
    ['a bonus beyond its cap', { conditions: [{ ...condition, cap: 5_00n }] }, history, ['wrong-total']],
    [
      'a bonus for too small a deposit',
      { conditions: [{ ...condition, minDeposit: 200_00n }] },
      history,
      ['wrong-total'],
    ],
    [
      'a bonus without a deposit',
      { conditions: [{ ...condition, appliedAt: 'moment 3' }] },
      history,
      ['doubled'],
    ],
    ['a deposit without its bonus', begun, history, ['lost']],
    ['a choice that was forgotten', { conditions: [] }, history, ['lost']],
    ['a choice that nobody made', { conditions: [condition, condition] }, history, ['doubled']],
    ['a prize that was not paid', { coupons: [{ ...coupon, paid: 0n }] }, history, ['lost', 'other-answer']],
    ['a prize paid twice', { coupons: [{ ...coupon, paid: 40_00n }] }, history, ['doubled', 'other-answer']],
    [
      'a prize of another size than its slice',
      { coupons: [{ ...coupon, amount: 21_00n, paid: 21_00n }] },
      history,
      ['other-answer', 'wrong-total'],
    ],
    [
      'a claim answered with a yes and open still',
      { coupons: [{ ...coupon, state: 'open', paid: 0n }] },
      history,
      ['lost', 'lost'],
    ],
    ['a claim of a coupon that is not there', { coupons: [] }, history, ['lost']],
    ['a prize paid to whoever was refused', {}, [...withoutClaim, { ...claim, tries: [no] }], ['doubled']],
    ['a prize paid that nobody claimed', {}, withoutClaim, ['doubled']],
    ['a spin that was forgotten', { spins: [won] }, history, ['lost']],
    ['a spin that nobody asked for', { spins: [won, nothing, nothing] }, history, ['doubled']],
    [
      'a spin that won another slice than was told',
      { spins: [{ ...won, slice: 'CASH10' }, nothing] },
      history,
      ['doubled', 'lost'],
    ],
    [
      'a spin without its coin',
      { spins: [{ ...won, coinsLeft: null }, nothing] },
      history,
      ['doubled', 'lost'],
    ],
    ['a win without its coupon', { spins: [{ ...won, coupons: 0 }, nothing] }, history, ['lost']],
  ]
  it.each(wrong)('%s', (_, change, operations, expected) => {
    expect(kinds(checkGiven(operations, { ...ours, ...change }))).toEqual([...new Set(expected)])
  })
})

describe('no fault is', () => {
  const fine: readonly [string, Partial<OurBooks>, readonly Operation[]][] = [
    [
      'a choice whose answer was lost, made or not',
      {
        conditions: [
          condition,
          { ...condition, code: 'HALF', state: 'chosen', appliedAt: null, bonus: null, minDeposit: 500_00n },
        ],
      },
      [
        ...history,
        operation('choose bonus', { subject: 'HALF', tries: [lost] }),
        operation('choose bonus', { subject: 'THIRD', tries: [lost] }),
      ],
    ],
    [
      'a deposit so near to the choice that nobody can say which was first',
      { conditions: [{ ...(begun.conditions[0] ?? condition), chosenAtMs: 55_000 }] },
      history,
    ],
    [
      'a second claim of what was claimed',
      {},
      [...history, operation('claim coupon', { key: 'k-claim-2', subject: 'coupon-1', tries: [no] })],
    ],
    [
      'bonus money that a coupon won',
      {
        conditions: [
          condition,
          {
            ...condition,
            code: '',
            percent: null,
            appliedAt: 'moment 4',
            bonus: 50_00n,
            couponAmount: 50_00n,
          },
        ],
        coupons: [
          coupon,
          { ...coupon, reference: 'coupon-2', kind: 'bonus', amount: 50_00n, prize: 50_00n, paid: 50_00n },
        ],
      },
      [
        ...history,
        operation('claim coupon', { subject: 'coupon-2', tries: [yes({ success: true, amount: 50 })] }),
      ],
    ],
  ]
  it.each(fine)('%s', (_, change, operations) => {
    expect(checkGiven(operations, { ...ours, ...change })).toEqual([])
  })
})

it('a purse with more than was promised is found, whatever the ledger calls the movement', () => {
  const accounts = ours.snapshot.accounts.map((one) => {
    if (one.kind === 'wallet') return { ...one, balance: 95_00n, entries: 95_00n }
    return one.kind === 'wheel' ? { ...one, entries: -40_00n } : one
  })
  const twice = { ...ours, snapshot: { ...ours.snapshot, accounts } }
  expect(checkBooks(twice, theirs)).toMatchObject([
    { kind: 'wrong-total', detail: expect.stringContaining(MALI) },
  ])
})
