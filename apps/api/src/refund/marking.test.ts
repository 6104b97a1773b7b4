import { describe, expect, it } from 'vitest'
import { afterTurn, beginRound, isOfRefunds, type Looking, wake } from './marking.ts'

const REST_MS = 60_000
const LONG_AFTER_END = 3_600_000

const nobody = { due: 0, marked: 0, left: 0, isLast: true }
const stuck = { due: 1, marked: 0, left: 1, isLast: true }
const at = (nowMs: number, sinceEndMs = LONG_AFTER_END) => ({ nowMs, sinceEndMs, restMs: REST_MS })

/** The first round that goes through everybody. */
const whole = (beganMs = 0): Looking => beginRound(beganMs, 3)

describe('a turn in the middle of a round', () => {
  it.each([
    ['goes on where somebody was marked', { due: 20, marked: 1, left: 19 }, 'goes-on'],
    ['goes on where there was nobody', { due: 0, marked: 0, left: 0 }, 'goes-on'],
    ['waits where nobody could be marked', { due: 20, marked: 0, left: 20 }, 'waits'],
  ])('%s', (_what, found, turn) => {
    const { marked, left } = found
    expect(afterTurn(whole(), { ...found, isLast: false }, at(5))).toEqual([
      { ...whole(), marked, left },
      turn,
    ])
  })
})

describe('a round that has ended', () => {
  it.each([1, 2])('is followed at once by the next where it was of refunds: round %s', (round) => {
    const looking = beginRound(0, round)
    expect(isOfRefunds(looking)).toBe(true)
    expect(afterTurn(looking, stuck, at(5))).toEqual([beginRound(5, round + 1), 'goes-on'])
  })

  it('is of everybody from the third on', () => {
    expect(isOfRefunds(whole())).toBe(false)
  })

  it('is the last where it has left nobody', () => {
    expect(afterTurn(whole(), nobody, at(5))).toEqual([{ at: 'over' }, 'rests'])
  })

  it('is not the last so soon after the period’s end that somebody may still be about to be seen', () => {
    const [marking, turn] = afterTurn(whole(), nobody, at(5, 59_000))
    expect([marking, turn]).toEqual([{ at: 'resting', nextRound: 4, untilMs: 5 }, 'rests'])
    expect(wake(marking, 5)).toEqual(beginRound(5, 4))
  })

  it('is followed at once where it has marked somebody, by whichever turn', () => {
    const [looking] = afterTurn(whole(), { due: 1, marked: 1, left: 0, isLast: false }, at(5))
    if (looking.at !== 'looking') throw new Error('it has ended')
    expect(afterTurn(looking, stuck, at(9))).toEqual([beginRound(9, 4), 'goes-on'])
  })

  it('is followed by a rest where it could mark nobody, the longer the longer it took', () => {
    const rest = (untilMs: number) => [{ at: 'resting', nextRound: 4, untilMs }, 'rests']
    expect(afterTurn(whole(), stuck, at(1_000))).toEqual(rest(1_000 + REST_MS))
    expect(afterTurn(whole(), stuck, at(12_000))).toEqual(rest(12_000 + 2 * REST_MS))
  })
})

describe('a rest', () => {
  const resting = { at: 'resting', nextRound: 4, untilMs: 100 } as const

  it('goes on until its time is over, and the next round begins then', () => {
    expect(wake(resting, 99)).toBe(resting)
    expect(wake(resting, 130)).toEqual(beginRound(130, 4))
  })

  it('is no longer than the one before it, however often nobody can be marked', () => {
    let nowMs = 0
    let looking = whole()
    for (let rests = 0; rests < 5; rests += 1) {
      const [resting] = afterTurn(looking, stuck, at(nowMs + 100))
      if (resting.at !== 'resting') throw new Error('there is no rest')
      expect(resting.untilMs - (nowMs + 100)).toBe(REST_MS)
      nowMs = resting.untilMs
      const woken = wake(resting, nowMs)
      if (woken.at !== 'looking') throw new Error('the rest goes on')
      looking = woken
    }
  })
})

it('neither a round that is under way nor one that is over wakes', () => {
  expect(wake(whole(), 7)).toEqual(whole())
  expect(wake({ at: 'over' }, 7)).toEqual({ at: 'over' })
})
