/** A withdrawal on the screen: one union, one pure transition. Once requested it cannot be taken back, so it is confirmed first. */
import type { Minor } from '@kapao/money/minor'
import type { Failure } from '../../lib/http.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'

export type WithdrawState =
  | { readonly at: 'editing' }
  | { readonly at: 'confirming'; readonly amount: Minor }
  | { readonly at: 'sending'; readonly amount: Minor }
  | { readonly at: 'requested'; readonly amount: Minor }
  /** By an earlier form whose answer was lost; by this one nothing was. */
  | { readonly at: 'requested-before'; readonly amount: Minor }
  /** No answer came: it may have been requested. It is looked for before the same intent is sent again; `isUnseen`: that could not be done. */
  | {
      readonly at: 'unknown'
      readonly amount: Minor
      readonly failure?: Failure
      readonly isUnseen?: boolean
    }
  /** `isPerhapsDone`: by a try before this one that was left without an answer. Where that can be seen, this one was not sent. */
  | {
      readonly at: 'refused'
      readonly amount: Minor
      readonly failure: Failure
      readonly isPerhapsDone: boolean
    }
  | { readonly at: 'closed' }

export type WithdrawEvent =
  | { readonly type: 'ask'; readonly amount: Minor }
  | { readonly type: 'back' }
  | { readonly type: 'send' }
  | {
      readonly type: 'answered'
      readonly failure: Failure | null
      readonly wasDoneBefore?: boolean
      readonly isPerhapsDone?: boolean
    }
  | { readonly type: 'not-sent'; readonly isPerhapsDone: boolean }
  | { readonly type: 'read' }

export function nextWithdrawState(state: WithdrawState, event: WithdrawEvent): WithdrawState {
  switch (event.type) {
    case 'ask':
      return state.at === 'editing' ? { at: 'confirming', amount: event.amount } : state
    case 'back':
      return state.at === 'confirming' ? { at: 'editing' } : state
    case 'send':
      return state.at === 'confirming' || state.at === 'unknown'
        ? { at: 'sending', amount: state.amount }
        : state
    case 'answered':
      return state.at === 'sending' ? answered(state.amount, event) : state
    case 'not-sent':
      return state.at === 'sending' ? notSent(state.amount, event.isPerhapsDone) : state
    case 'read':
      if (state.at === 'refused') return { at: state.isPerhapsDone ? 'closed' : 'editing' }
      if (state.at === 'requested-before') return { at: 'editing' }
      return state.at === 'requested' || state.at === 'unknown' ? { at: 'closed' } : state
  }
}

type Answered = Extract<WithdrawEvent, { type: 'answered' }>

function answered(amount: Minor, event: Answered): WithdrawState {
  const { failure, wasDoneBefore, isPerhapsDone = false } = event
  if (failure === null) return { at: wasDoneBefore ? 'requested-before' : 'requested', amount }
  return isOutcomeUnknown(failure)
    ? { at: 'unknown', amount, failure }
    : { at: 'refused', amount, failure, isPerhapsDone }
}

function notSent(amount: Minor, isPerhapsDone: boolean): WithdrawState {
  return isPerhapsDone
    ? { at: 'refused', amount, failure: { kind: 'no-network' }, isPerhapsDone }
    : { at: 'unknown', amount, isUnseen: true }
}
