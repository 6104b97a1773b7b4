import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, it } from 'vitest'
import { isWon, nextSpinState, type SpinEvent, type SpinState, type Wheel } from './spin-machine.ts'

const slice = (code: string) => ({
  code,
  label: code,
  bgColor: '#123456',
  textColor: '#ffffff',
  htmlDescription: '',
})
const slices = [slice('A'), slice('B')]
const [a] = slices
if (!a) throw new Error('no slice')
const wheel: Wheel = { name: 'Wheel', slices, userCoin: 1 }
const drawn = { code: 'A', label: 'A', remainingCoin: 0 }
const strange = { code: 'Z', label: 'Z', remainingCoin: 0 }
const coupon = { _id: 'c', prize: { name: 'A', slice: 'A' }, amount: fromMinorUnits(2_000n) }
const failure = { kind: 'no-network' } as const

const idle: SpinState = { at: 'idle' }
const spinning: SpinState = { at: 'spinning', slices }
const landing: SpinState = { at: 'landing', slices, slice: a, gain: 'unknown' }
const landed: SpinState = { at: 'landed', slices, slice: a, gain: coupon }
const prize: SpinState = { at: 'prize', slices, slice: a, gain: coupon }
const stopping: SpinState = { at: 'stopping', slices, trouble: { kind: 'failed', failure } }
const stopped: SpinState = { at: 'stopped', trouble: { kind: 'failed', failure } }
const all = { idle, spinning, landing, landed, prize, stopping, stopped }

describe('a spin on the screen', () => {
  it.each<[string, SpinState, SpinEvent, SpinState]>([
    ['begins with the tap', idle, { type: 'tapped', wheel }, spinning],
    ['begins again after one that came to nothing', stopped, { type: 'tapped', wheel }, spinning],
    [
      'stops at a no, which may not be of an earlier try',
      spinning,
      { type: 'failed', failure, isPerhapsDone: true },
      { at: 'stopping', slices, trouble: { kind: 'failed', failure, isPerhapsDone: true } },
    ],
    ['lands on the slice that was drawn', spinning, { type: 'answered', drawn }, landing],
    [
      'stops when the wheel does not have that slice',
      spinning,
      { type: 'answered', drawn: strange },
      { at: 'stopping', slices, trouble: { kind: 'not-on-wheel', drawn: strange } },
    ],
    ['stops when there is no answer', spinning, { type: 'failed', failure }, stopping],
    [
      'learns while the wheel turns what was gained',
      landing,
      { type: 'gained', gain: coupon },
      { ...landing, gain: coupon },
    ],
    [
      'learns it while the wheel is looked at',
      landed,
      { type: 'gained', gain: 'nothing' },
      { ...landed, gain: 'nothing' },
    ],
    ['has landed when the wheel rests', { ...landing, gain: coupon }, { type: 'rested' }, landed],
    ['has stopped when the wheel rests', stopping, { type: 'rested' }, stopped],
    ['shows the prize after a moment', landed, { type: 'shown' }, prize],
    ['is over when the prize is closed', prize, { type: 'closed' }, idle],
    ['is over when its trouble was read', stopped, { type: 'closed' }, idle],
  ])('%s', (_name, from, event, to) => {
    expect(nextSpinState(from, event)).toEqual(to)
  })

  it('does not begin without a coin', () => {
    for (const userCoin of [0, -1])
      expect(nextSpinState(idle, { type: 'tapped', wheel: { ...wheel, userCoin } })).toBe(idle)
  })

  it('does not begin on a wheel of fewer than two slices', () => {
    for (const few of [[], [a]])
      expect(nextSpinState(idle, { type: 'tapped', wheel: { ...wheel, slices: few } })).toBe(idle)
  })

  it('keeps the slices it began with', () => {
    const changed = { ...wheel, slices: [slice('C'), slice('D')] }
    const state = nextSpinState(nextSpinState(idle, { type: 'tapped', wheel }), {
      type: 'tapped',
      wheel: changed,
    })
    expect(nextSpinState(state, { type: 'answered', drawn })).toEqual(landing)
  })

  it('lands on the slice of that code and label where slices share a code, and by the code where none has both', () => {
    const shared = ['10', '50'].map((label) => ({ ...slice('CASH'), label }))
    const spun = (label: string) =>
      nextSpinState(
        { at: 'spinning', slices: shared },
        { type: 'answered', drawn: { ...drawn, code: 'CASH', label } },
      )
    expect(spun('50')).toMatchObject({ at: 'landing', slice: shared[1] })
    expect(spun('fifty')).toMatchObject({ at: 'landing', slice: shared[0] })
  })

  it.each<[SpinEvent, readonly (keyof typeof all)[]]>([
    [{ type: 'tapped', wheel }, ['idle', 'stopped']],
    [{ type: 'answered', drawn }, ['spinning']],
    [{ type: 'failed', failure }, ['spinning']],
    [{ type: 'rested' }, ['landing', 'stopping']],
    [{ type: 'gained', gain: 'nothing' }, ['landing', 'landed']],
    [{ type: 'shown' }, ['landed']],
    [{ type: 'closed' }, ['prize', 'stopped']],
  ])('ignores $type where it cannot happen', (event, where) => {
    for (const [name, state] of Object.entries(all)) {
      if (!where.some((one) => one === name)) expect(nextSpinState(state, event), name).toBe(state)
    }
  })
})

describe('whether something was won', () => {
  it.each([
    ['is told by the slice, also when the coupons did not come', { isPrize: true }, 'unknown', true],
    ['is told by the slice, whatever another tab has won', { isPrize: false }, coupon, false],
    ['is told by a new coupon where the slice does not say', {}, coupon, true],
    ['is told by none where the slice does not say', {}, 'nothing', false],
    ['is not known where neither says', {}, 'unknown', null],
  ] as const)('%s', (_what, drawnSlice, gain, won) => {
    expect(isWon(drawnSlice, gain)).toBe(won)
  })
})
