/** A spin on the screen: one union, one pure transition. The slices are those it began with: a wheel that is changed meanwhile shows when it rests. */
import type { AnswerOf } from '@kapao/contract/call'
import type { setupWheel, spinWheel } from '@kapao/contract/spinwheel'
import type { Failure } from '../../lib/http.ts'
import type { Coupon } from './spin-queries.ts'

export type Wheel = AnswerOf<typeof setupWheel>
export type Slice = Wheel['slices'][number]
export type Slices = readonly Slice[]
export type Drawn = Extract<AnswerOf<typeof spinWheel>, { readonly success: true }>['result']

/** Why no slice was shown: no answer or a no, or a drawn slice that this wheel does not have. */
export type Trouble =
  /** `isPerhapsDone`: by a try before it that was left without an answer. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly isPerhapsDone?: boolean | undefined }
  | { readonly kind: 'not-on-wheel'; readonly drawn: Drawn }

/** What became of the coupons. */
export type Gain = Coupon | 'nothing' | 'unknown'

/** Another server does not say which of its slices are prizes; there a new coupon does. Null: neither does. */
export function isWon({ isPrize }: Pick<Slice, 'isPrize'>, gain: Gain): boolean | null {
  if (isPrize !== undefined) return isPrize
  return gain === 'unknown' ? null : gain !== 'nothing'
}

export type SpinState =
  | { readonly at: 'idle' }
  /** Turning, and waiting for the answer. */
  | { readonly at: 'spinning'; readonly slices: Slices }
  /** What was gained becomes known while the wheel turns. */
  | {
      readonly at: 'landing' | 'landed' | 'prize'
      readonly slices: Slices
      readonly slice: Slice
      readonly gain: Gain
    }
  | { readonly at: 'stopping'; readonly slices: Slices; readonly trouble: Trouble }
  | { readonly at: 'stopped'; readonly trouble: Trouble }

export type SpinEvent =
  | { readonly type: 'tapped'; readonly wheel: Wheel }
  | { readonly type: 'answered'; readonly drawn: Drawn }
  | { readonly type: 'failed'; readonly failure: Failure; readonly isPerhapsDone?: boolean | undefined }
  | { readonly type: 'gained'; readonly gain: Gain }
  | { readonly type: 'rested' }
  | { readonly type: 'shown' }
  | { readonly type: 'closed' }

export function nextSpinState(state: SpinState, event: SpinEvent): SpinState {
  switch (event.type) {
    case 'tapped':
      return canSpin(state, event.wheel) ? { at: 'spinning', slices: event.wheel.slices } : state
    case 'answered':
      return state.at === 'spinning' ? drawnOn(state.slices, event.drawn) : state
    case 'failed': {
      const { failure, isPerhapsDone } = event
      return state.at === 'spinning'
        ? { at: 'stopping', slices: state.slices, trouble: { kind: 'failed', failure, isPerhapsDone } }
        : state
    }
    case 'gained':
      return state.at === 'landing' || state.at === 'landed' ? { ...state, gain: event.gain } : state
    case 'rested':
      if (state.at === 'landing') return { ...state, at: 'landed' }
      return state.at === 'stopping' ? { at: 'stopped', trouble: state.trouble } : state
    case 'shown':
      return state.at === 'landed' ? { ...state, at: 'prize' } : state
    case 'closed':
      return state.at === 'prize' || state.at === 'stopped' ? { at: 'idle' } : state
  }
}

/** One spin at a time, on a wheel that is one, for a coin. */
export function canSpin(state: SpinState, wheel: Wheel): boolean {
  return isAtRest(state) && wheel.userCoin > 0 && isWheel(wheel.slices)
}

/** Then the wheel is as the operator has it now; else as it was at the tap. */
export function isAtRest(state: SpinState): state is Extract<SpinState, { at: 'idle' | 'stopped' }> {
  return state.at === 'idle' || state.at === 'stopped'
}

export function isWheel(slices: Slices): boolean {
  return slices.length >= 2
}

/** Where on the wheel it was drawn; -1 for nowhere. Slices may share a code, as two of no prize: then what stands on it tells which. */
export function placeOf({ code, label }: Drawn, slices: Slices): number {
  const exact = slices.findIndex((slice) => slice.code === code && slice.label === label)
  return exact < 0 ? slices.findIndex((slice) => slice.code === code) : exact
}

function drawnOn(slices: Slices, drawn: Drawn): SpinState {
  const slice = slices[placeOf(drawn, slices)]
  return slice
    ? { at: 'landing', slices, slice, gain: 'unknown' }
    : { at: 'stopping', slices, trouble: { kind: 'not-on-wheel', drawn } }
}
