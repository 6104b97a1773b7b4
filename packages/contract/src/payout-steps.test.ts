import { describe, expect, test } from 'vitest'
import { payoutStepsOf } from './payout-steps.ts'

describe('the steps of a withdrawal', () => {
  const asked = '2026-11-21T11:04:09.000Z'
  const sent = '2026-11-21T11:04:10.000Z'
  const ended = '2026-11-21T11:05:00.000Z'
  const steps = (payout: Parameters<typeof payoutStepsOf>[0]['payout'], status = 'PENDING') =>
    payoutStepsOf({ createdAt: asked, status, payout }).map(({ name, at }) => [name, at])

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
})
