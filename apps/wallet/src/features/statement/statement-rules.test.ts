import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, test } from 'vitest'
import {
  anyInProgress,
  descriptionOf,
  type StatementRow,
  signOf,
  stepsOf,
  timeBeside,
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

describe('the steps of a withdrawal', () => {
  const asked = '2026-11-21T11:04:09.000Z'
  const sent = '2026-11-21T11:04:10.000Z'
  const ended = '2026-11-21T11:05:00.000Z'
  const steps = (payout: StatementRow['payout'], status = 'PENDING') =>
    stepsOf(row('1', { statementType: 'withdraw', status, payout })).map(({ name, at }) => [name, at])

  test('are none where the server tells none', () => {
    expect(steps(undefined)).toEqual([])
  })

  test.each([
    [
      'asked for and not sent',
      {},
      'PENDING',
      [
        ['asked', asked],
        ['to-send', null],
      ],
    ],
    [
      'at the bank',
      { sentAt: sent },
      'PENDING',
      [
        ['asked', asked],
        ['sent', sent],
        ['at-bank', null],
      ],
    ],
    [
      'paid',
      { sentAt: sent, endedAt: ended },
      'SUCCESS',
      [
        ['asked', asked],
        ['sent', sent],
        ['paid', ended],
      ],
    ],
    [
      'refused',
      { sentAt: sent, endedAt: ended },
      'FAILED',
      [
        ['asked', asked],
        ['sent', sent],
        ['returned', ended],
      ],
    ],
    ['refused without a word of when', {}, 'FAILED', [['asked', asked]]],
    [
      'paid before its sending was kept',
      { endedAt: ended },
      'SUCCESS',
      [
        ['asked', asked],
        ['paid', ended],
      ],
    ],
  ] as const)('of one that is %s are told with their times', (_name, payout, status, expected) => {
    expect(steps(payout, status)).toEqual(expected)
  })

  test('show the day where it is another', () => {
    expect(timeBeside('21/11/2026 18:04:09', '21/11/2026 18:04:00')).toBe('18:04:09')
    expect(timeBeside('22/11/2026 00:00:01', '21/11/2026 23:59:59')).toBe('22/11/2026 00:00:01')
  })
})
