import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, test } from 'vitest'
import {
  type Bonus,
  type Clock,
  cardStateOf,
  choiceAfter,
  countReceived,
  isDearer,
  isSameStanding,
  MONDAY,
  noticeFor,
  wasMet,
} from './bonus-rules.ts'

function bonus(type: Bonus['type'], maxReceived: number, received: readonly string[], isActive = false) {
  return {
    type,
    maxReceived,
    userBonus: { _id: '1', isActive, received: received.map((updatedAt) => ({ updatedAt })) },
  }
}

/** Saturday 21 November 2026, 00:30 in Bangkok and Vientiane; still Friday in UTC. */
const SATURDAY = at(Date.parse('2026-11-20T17:30:00.000Z'))

function at(nowMs: number, weekStartsOn = MONDAY): Clock {
  return { nowMs, weekStartsOn }
}

describe('a bonus with a limit', () => {
  test('counts every time it was received', () => {
    const times = ['2020-01-01T00:00:00.000Z', '2026-11-20T17:00:00.000Z']
    expect(cardStateOf(bonus('limit', 2, times), SATURDAY)).toBe('received')
    expect(cardStateOf(bonus('limit', 3, times), SATURDAY)).toBe('open')
  })
})

describe('a bonus of the day', () => {
  test('is received when it came after midnight of the region, although UTC has the day before', () => {
    expect(cardStateOf(bonus('day', 1, ['2026-11-20T17:00:00.000Z']), SATURDAY)).toBe('received')
  })

  test('is open again when it came a millisecond before that midnight', () => {
    expect(cardStateOf(bonus('day', 1, ['2026-11-20T16:59:59.999Z']), SATURDAY)).toBe('open')
  })

  test('counts those of the day alone', () => {
    const times = ['2026-11-20T17:10:00.000Z', '2026-11-20T17:20:00.000Z', '2026-11-20T10:00:00.000Z']
    expect(countReceived(bonus('day', 3, times), SATURDAY)).toBe(2)
  })
})

describe('a bonus of the week', () => {
  /** Monday 16 November 2026, 00:00 in the region. */
  const monday = '2026-11-15T17:00:00.000Z'

  test('counts from Monday', () => {
    expect(cardStateOf(bonus('week', 1, [monday]), SATURDAY)).toBe('received')
  })

  test('does not count Sunday before it', () => {
    expect(cardStateOf(bonus('week', 1, ['2026-11-15T16:59:59.999Z']), SATURDAY)).toBe('open')
  })

  test('is open again on the next Monday, and not on Sunday', () => {
    const sundayNight = Date.parse('2026-11-22T16:59:59.999Z')
    expect(cardStateOf(bonus('week', 1, [monday]), at(sundayNight))).toBe('received')
    expect(cardStateOf(bonus('week', 1, [monday]), at(sundayNight + 1))).toBe('open')
  })
})

describe('a bonus of the week, where weeks begin on another day', () => {
  /** Sunday 15 November 2026, 00:00 in the region, as days from it. */
  const sunday = Date.parse('2026-11-14T17:00:00.000Z')
  const day = 24 * 60 * 60 * 1000
  const names = [1, 2, 3, 4, 5, 6, 7]

  test.each(names)('day %i counts from its own midnight to its own midnight', (weekStartsOn) => {
    const start = sunday + (weekStartsOn % 7) * day
    const received = bonus('week', 1, [new Date(start).toISOString()])
    expect(cardStateOf(received, at(start - 1, weekStartsOn))).toBe('open')
    expect(cardStateOf(received, at(start, weekStartsOn))).toBe('received')
    expect(cardStateOf(received, at(start + 7 * day - 1, weekStartsOn))).toBe('received')
    expect(cardStateOf(received, at(start + 7 * day, weekStartsOn))).toBe('open')
  })
})

test('the active bonus is the current one, however often it was received', () => {
  expect(cardStateOf(bonus('limit', 1, ['2026-11-20T17:00:00.000Z'], true), SATURDAY)).toBe('current')
})

test('a bonus that was never touched is open', () => {
  expect(cardStateOf({ type: 'day', maxReceived: 1, userBonus: null }, SATURDAY)).toBe('open')
})

test('the notice has the percentage wherever it names it', () => {
  expect(noticeFor('<p>%percentFail% % or %percentFail%</p>', 10)).toBe('<p>10 % or 10</p>')
})

describe('a choice that failed', () => {
  const welcome = { kind: 'bonus', code: 'WELCOME' } as const
  const lost = { kind: 'no-network' } as const
  const none = { status: false, type: '' } as const

  test('was not made where the server refused it', () => {
    const refused = { kind: 'refused', message: 'BONUS_FULL' } as const
    expect(choiceAfter(refused, { status: true, type: 'bonus', code: 'WELCOME' }, welcome)).toBe('not-chosen')
  })

  test('was made where it is what is active already', () => {
    const already = { kind: 'refused', message: 'BONUS_ALREADY_ACTIVE' } as const
    const active = { status: true, type: 'bonus', code: 'WELCOME' } as const
    expect(choiceAfter(already, active, welcome)).toBe('chosen')
    expect(choiceAfter(already, { ...active, code: 'MONDAY' }, welcome)).toBe('not-chosen')
    expect(choiceAfter(already, undefined, welcome)).toBe('not-chosen')
  })

  test('is not known to be one where neither the answer came nor what is active', () => {
    expect(choiceAfter(lost, undefined, welcome)).toBe('not-known')
    expect(choiceAfter({ kind: 'refused', message: 'INTERNAL_SERVER_ERROR' }, undefined, welcome)).toBe(
      'not-known',
    )
  })

  test('was made where the answer was lost and it is active', () => {
    expect(choiceAfter(lost, { status: true, type: 'bonus', code: 'WELCOME' }, welcome)).toBe('chosen')
    const found = { kind: 'promotion', code: 'kapao50' } as const
    expect(choiceAfter(lost, { status: true, type: 'promotion', code: 'KAPAO50' }, found)).toBe('chosen')
  })

  test('was made where another server says only that something is active', () => {
    expect(choiceAfter(lost, { status: true, type: '' }, welcome)).toBe('chosen')
  })

  test('was not made where nothing is active, or something else', () => {
    expect(choiceAfter(lost, none, welcome)).toBe('not-chosen')
    expect(choiceAfter(lost, { status: true, type: 'refund' }, welcome)).toBe('not-chosen')
    expect(choiceAfter(lost, { status: true, type: 'bonus', code: 'DAILY' }, welcome)).toBe('not-chosen')
  })
})

describe('cancelling is dearer than was shown', () => {
  const taking = (minor: bigint) => ({ status: false, taken: fromMinorUnits(minor) })
  const free = { status: true, taken: fromMinorUnits(0n) }
  const rest = { status: false }
  const freeWithoutFigure = { status: true }
  const over = rest

  test.each([
    ['it was free and takes something', free, taking(95_000n), true],
    ['it takes a satang more', taking(12_500n), taking(12_501n), true],
    ['it takes the same', taking(12_500n), taking(12_500n), false],
    ['it takes less', taking(12_500n), taking(0n), false],
    ['there is nothing to cancel any more', free, over, false],
    ['it was free by a server without figures, which takes the rest now', freeWithoutFigure, rest, true],
    ['that server takes the rest as before', rest, rest, false],
    ['that server takes nothing any more', rest, freeWithoutFigure, false],
  ])('%s', (_what, shown, now, dearer) => {
    expect(isDearer(shown, now)).toBe(dearer)
  })
})

describe('the standing of what is active', () => {
  const running = { status: true, type: 'bonus', state: 'running', code: 'B1' } as const

  test.each([
    ['it begins', { ...running, state: 'chosen' }, running],
    ['it ends', running, { status: false, type: '' }],
    ['another has taken its place', running, { ...running, code: 'B2' }],
    ['another kind has taken its place', { ...running, code: '' }, { ...running, type: 'refund', code: '' }],
  ] as const)('is another when %s', (_what, before, now) => {
    expect(isSameStanding(before, now)).toBe(false)
  })

  test('is the same whatever was won or lost', () => {
    expect(isSameStanding(running, { ...running, total: fromMinorUnits(100n) })).toBe(true)
  })
})

test('a goal was reached when the newest end says so, whatever moved since and however others ended', () => {
  const end = (status: string) => ({ statementType: 'finish_bonus' as const, status })
  const transfer = { statementType: 'transfer' as const, status: 'SUCCESS' }
  expect(wasMet([transfer, end('SUCCESS'), end('FAILED')])).toBe(true)
  expect(wasMet([transfer, end('FAILED'), end('SUCCESS')])).toBe(false)
  expect(wasMet([transfer])).toBe(false)
})
