import { describe, expect, it } from 'vitest'
import { type Outcome, OVERLOADED, verdictOf } from './history.ts'

const lost: Outcome = { kind: 'unknown', why: 'ECONNRESET' }
const no: Outcome = { kind: 'refused', code: 'MONEY_NOT_ENOUGH' }
const busy: Outcome = { kind: 'refused', code: OVERLOADED }
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
    // Turned away at the door is told of the last try, not of the one that was lost.
    ['unknown', [lost, busy], busy],
    ['refused', [busy], null],
    ['unsent', [{ kind: 'unsent' }], null],
  ]
  it.each(verdicts)('is %s after %j and %j', (verdict, tries, final) => {
    expect(verdictOf({ tries, final })).toBe(verdict)
  })
})
