import { type Failure, SendFailure } from '@kapao/browser/http'
import { expect, test, vi } from 'vitest'
import { againAfterMs, isAway } from './ask-again.ts'

vi.mock('../../lib/error-text.ts', () => ({ isCode: (message: string) => /^[A-Z_]+$/.test(message) }))

const tooOften = { kind: 'refused', message: 'REQUEST_LIMIT', retryAfter: 45 } as const
const page = (status: number): Failure => ({ kind: 'not-understood', status, came: 'a-page' })

test.each<[string, Failure | null, number, number]>([
  ['is asked for again in its own time', null, 3_000, 3_000],
  ['is asked for again no sooner than the server lets it', tooOften, 3_000, 45_000],
  [
    'is asked for less often of a server that has too much to do',
    { ...tooOften, retryAfter: 1 },
    3_000,
    20_000,
  ],
  ['is asked for seldom after a refusal for good', { kind: 'refused', message: 'NO_DATA' }, 3_000, 60_000],
  ['is asked for as ever where the line broke', { kind: 'no-network' }, 3_000, 4_000],
  ['is asked for no more often for having failed', { kind: 'no-network' }, 15_000, 15_000],
])('what may tell of a payment %s', (_what, failure, ownMs, againMs) => {
  expect(againAfterMs(ownMs, failure && new SendFailure(failure))).toBe(againMs)
})

test.each<[string, Error | null, boolean]>([
  ['nothing failed', null, false],
  ['the server is asked too often', new SendFailure(tooOften), false],
  [
    'a server with other words is asked too often',
    new SendFailure({ ...tooOften, message: 'Slow down' }),
    false,
  ],
  ['a proxy is asked too often', new SendFailure(page(429)), false],
  [
    'the server has too much to do',
    new SendFailure({ kind: 'refused', message: 'OVERLOADED', isFault: true }),
    false,
  ],
  ['the server says no', new SendFailure({ kind: 'refused', message: 'NO_DATA' }), false],
  [
    'the server broke',
    new SendFailure({ kind: 'refused', message: 'INTERNAL_SERVER_ERROR', isFault: true }),
    true,
  ],
  ['the server is away behind its proxy', new SendFailure(page(502)), true],
  ['there is no line', new SendFailure({ kind: 'no-network' }), true],
  ['no answer came in time', new SendFailure({ kind: 'timed-out' }), true],
])('whether nothing is heard of payments for want of a line where %s: %o, %s', (_what, error, isCut) => {
  expect(isAway(error)).toBe(isCut)
})
