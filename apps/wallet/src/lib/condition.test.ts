import { fromMinorUnits } from '@kapao/money/minor'
import { expect, test } from 'vitest'
import { type ActiveBonus, isHolding, standingOf } from './condition.ts'

const baht = (amount: number) => fromMinorUnits(`${amount}00`)

function running(total: number, successAt: number): ActiveBonus {
  return { status: true, type: 'bonus', state: 'running', total: baht(total), successAt: baht(successAt) }
}

test('a bonus is as far as the total is on its way to the goal', () => {
  expect(standingOf(running(750, 3000))).toEqual({
    total: baht(750),
    goal: baht(3000),
    hasFailed: false,
    missing: baht(2250),
    part: 0.25,
  })
})

test('a total at or over the goal is all of the way, with nothing missing', () => {
  expect(standingOf(running(3000, 3000))).toMatchObject({ missing: baht(0), part: 1 })
  expect(standingOf(running(9000, 3000))).toMatchObject({ missing: baht(0), part: 1 })
})

test('one satang short of the goal is not all of the way', () => {
  const standing = standingOf({ ...running(0, 3000), total: fromMinorUnits('299999') })
  expect(standing?.missing).toBe(fromMinorUnits('1'))
  expect(standing?.part).toBeLessThan(1)
})

test('with nothing left the bar is empty', () => {
  expect(standingOf(running(0, 3000))?.part).toBe(0)
})

test.each([
  ['a satang over the failing figure', '11001', false],
  ['at it', '11000', true],
  ['under it', '0', true],
] as const)('a bonus whose total is %s has failed, or not', (_where, total, hasFailed) => {
  const active = { ...running(0, 1650), total: fromMinorUnits(total) }
  expect(standingOf({ ...active, failAt: baht(110) })?.hasFailed).toBe(hasFailed)
  // Of a server that does not tell the figure nobody knows.
  expect(standingOf(active)?.hasFailed).toBe(false)
})

test('a goal that was reached is no failure, whatever the figures', () => {
  expect(standingOf({ ...running(3000, 3000), failAt: baht(3000) })?.hasFailed).toBe(false)
})

test('what waits for a deposit, what has ended and what has no figures cannot be measured', () => {
  expect(standingOf({ ...running(10, 20), state: 'chosen' })).toBeNull()
  expect(standingOf({ status: false, type: '' })).toBeNull()
  expect(standingOf({ status: true, type: 'promotion' })).toBeNull()
})

test.each([
  ['one in play', { status: true, type: 'bonus', state: 'running' }, true],
  ['one with a goal', { status: true, type: 'bonus', successAt: baht(3000) }, true],
  ['one that started from a balance', { status: true, type: 'bonus', base: baht(0) }, true],
  ['one that waits for a deposit', { status: true, type: 'bonus', state: 'chosen' }, false],
  ['one of which nothing else is known', { status: true, type: 'bonus' }, false],
  ['none', { status: false, type: '' }, false],
] as const)('%s is known to hold withdrawals back, or not', (_which, active, holds) => {
  expect(isHolding(active)).toBe(holds)
})
