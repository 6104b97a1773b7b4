import { describe, expect, it } from 'vitest'
import { History, type Outcome, verdictOf } from './history.ts'

const lost: Outcome = { kind: 'unknown', why: 'ECONNRESET' }
const no: Outcome = { kind: 'refused', code: 'MONEY_NOT_ENOUGH' }
const yes: Outcome = { kind: 'ok', answer: {} }

describe('the verdict on a call', () => {
  const verdicts: readonly [Outcome['kind'], Outcome[], Outcome | null][] = [
    ['ok', [lost, yes], null],
    ['ok', [yes, lost], null],
    ['ok', [lost], yes],
    ['in-progress', [lost, { kind: 'in-progress' }], null],
    // The lost one may still be under way, and find more money than the one that was refused.
    ['unknown', [lost, no], null],
    ['refused', [lost, lost], no],
    ['refused', [{ kind: 'unsent' }, no], null],
    ['unsent', [{ kind: 'unsent' }], null],
  ]
  it.each(verdicts)('is %s after %j and %j', (verdict, tries, final) => {
    expect(verdictOf({ tries, final })).toBe(verdict)
  })
})

it('tells what was lost since a moment, also by calls that had begun before others that were lost by then', () => {
  const history = new History()
  const call = { member: '0812345678', key: null, amount: null, subject: null }
  const slow = history.begin({ ...call, kind: 'withdraw' })
  const before = history.begin({ ...call, kind: 'spin' })
  slow.tries.push(yes)
  before.tries.push(lost)
  const mark = history.mark()
  slow.tries.push(lost, no, { kind: 'unknown', why: 'TimeoutError' })
  history.begin({ ...call, kind: 'gift' }).tries.push({ kind: 'unsent' })
  expect(history.lost(mark)).toEqual(['withdraw: ECONNRESET', 'gift: unsent'])
  expect(history.lost(new Map())).toHaveLength(3)
})
