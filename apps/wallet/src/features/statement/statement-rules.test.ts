import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, test } from 'vitest'
import {
  anyInProgress,
  descriptionOf,
  pagesOf,
  progressOf,
  type StatementRow,
  signOf,
  withoutDoubles,
} from './statement-rules.ts'

function row(id: string, more: Partial<StatementRow> = {}): StatementRow {
  return {
    _id: id,
    statementType: 'deposit',
    status: 'SUCCESS',
    from: 'BANK',
    to: 'WALLET',
    amount: fromMinorUnits(10_000n),
    createdAt: '2026-11-21T11:04:09.000Z',
    ...more,
  }
}

describe('the sign', () => {
  test.each([
    ['deposit', 'plus'],
    ['bonus', 'plus'],
    ['withdraw', 'minus'],
    ['transfer', 'none'],
    ['finish_bonus', 'none'],
  ] as const)('of a %s is %s', (type, sign) => {
    expect(signOf(type)).toBe(sign)
  })
})

describe('the status', () => {
  test.each([
    ['SUCCESS', 'success'],
    ['FAILED', 'failed'],
    ['PENDING', 'in-progress'],
    ['WAITING_FOR_BANK', 'in-progress'],
  ] as const)('%s reads as %s', (status, progress) => {
    expect(progressOf(status)).toBe(progress)
  })

  test('a page with a row in progress is one to look at again', () => {
    expect(anyInProgress([row('1'), row('2', { status: 'PENDING' })])).toBe(true)
    expect(anyInProgress([row('1'), row('2', { status: 'FAILED' })])).toBe(false)
  })
})

describe('the linked item', () => {
  test('says what it is', () => {
    expect(descriptionOf(row('1', { refund: { description: 'คืนยอดเสีย 5%' } }))).toBe('คืนยอดเสีย 5%')
  })

  test('without a description is as good as none', () => {
    expect(descriptionOf(row('1', { bonus: { description: ' ' } }))).toBeNull()
    expect(descriptionOf(row('1'))).toBeNull()
  })
})

describe('a row seen twice', () => {
  test('is shown once within a page', () => {
    expect(withoutDoubles([row('2'), row('1'), row('2')]).map(({ _id }) => _id)).toEqual(['2', '1'])
  })

  test('is left out when the page before has it', () => {
    expect(withoutDoubles([row('3'), row('2')], [row('4'), row('3')]).map(({ _id }) => _id)).toEqual(['2'])
  })
})

test('there is always at least one page', () => {
  expect([0, 1, 10, 11].map((total) => pagesOf(total, 10))).toEqual([1, 1, 1, 2])
})
