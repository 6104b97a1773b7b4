import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, test } from 'vitest'
import { anyInProgress, type StatementRow, signOf, timeBeside } from './statement-rules.ts'

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
  test('a page with a row in progress is one to look at again', () => {
    expect(anyInProgress([row('1'), row('2', { status: 'PENDING' })])).toBe(true)
    expect(anyInProgress([row('1'), row('2', { status: 'FAILED' })])).toBe(false)
  })
})

test('a time beside another shows the day where it is another', () => {
  expect(timeBeside('21/11/2026 18:04:09', '21/11/2026 18:04:00')).toBe('18:04:09')
  expect(timeBeside('22/11/2026 00:00:01', '21/11/2026 23:59:59')).toBe('22/11/2026 00:00:01')
})
