/** One slip on its way: one union, one pure transition. What became of it is the list of slips' word alone. */
import type { AnswerOf } from '@kapao/contract/call'
import type { listSlips } from '@kapao/contract/slip'
import type { Minor } from '@kapao/money/minor'
import type { Failure } from '../../lib/http.ts'
import { progressOf } from '../../lib/progress.ts'
import { type FileProblem, fileProblem } from './slip-file.ts'

export type SlipRow = AnswerOf<typeof listSlips>['slips'][number]

export type SlipMachine =
  | { readonly at: 'choosing'; readonly problem: FileProblem | null }
  /** `trouble`: why it did not go out the last time. */
  | { readonly at: 'chosen'; readonly file: File; readonly trouble: Failure | 'cancelled' | null }
  /** `part` from 0 to 1; at 1 everything is sent and the answer is waited for. */
  | { readonly at: 'uploading'; readonly file: File; readonly part: number }
  | { readonly at: 'judging'; readonly reference: string }
  /** It came without the reference by which it would be found: the list of slips tells. */
  | { readonly at: 'sent' }
  | { readonly at: 'credited'; readonly amount: Minor }
  | { readonly at: 'failed'; readonly note: string | null }

export type SlipEvent =
  | { readonly type: 'chose'; readonly file: File }
  | { readonly type: 'send' }
  | { readonly type: 'sent-part'; readonly part: number }
  | { readonly type: 'arrived'; readonly reference: string }
  | { readonly type: 'not-sent'; readonly trouble: Failure | 'cancelled' }
  | { readonly type: 'listed'; readonly slips: readonly SlipRow[] }
  | { readonly type: 'start-over' }

/** `reference`: of a slip that was uploaded before the page was loaded anew. */
export function firstSlipState(reference: string | null): SlipMachine {
  return reference === null ? chooseAgain : { at: 'judging', reference }
}

const chooseAgain: SlipMachine = { at: 'choosing', problem: null }

export function nextSlipState(state: SlipMachine, event: SlipEvent): SlipMachine {
  switch (event.type) {
    case 'chose':
      return state.at === 'choosing' || state.at === 'chosen' || state.at === 'failed'
        ? chosen(event.file)
        : state
    case 'send':
      return state.at === 'chosen' ? { at: 'uploading', file: state.file, part: 0 } : state
    case 'sent-part':
      return state.at === 'uploading' ? { ...state, part: Math.max(state.part, event.part) } : state
    case 'arrived':
      return state.at === 'uploading' ? arrived(event.reference) : state
    case 'not-sent':
      return state.at === 'uploading' ? { at: 'chosen', file: state.file, trouble: event.trouble } : state
    case 'listed':
      return state.at === 'judging' ? judged(state, event.slips) : state
    case 'start-over':
      return state.at === 'uploading' ? state : chooseAgain
  }
}

function chosen(file: File): SlipMachine {
  const problem = fileProblem(file)
  return problem === null ? { at: 'chosen', file, trouble: null } : { at: 'choosing', problem }
}

function arrived(reference: string): SlipMachine {
  return reference === '' ? { at: 'sent' } : { at: 'judging', reference }
}

/** A slip that is not in the list yet is as good as one in progress. */
function judged(state: Extract<SlipMachine, { at: 'judging' }>, slips: readonly SlipRow[]): SlipMachine {
  const slip = slips.find(({ reference }) => reference === state.reference)
  if (!slip) return state
  switch (progressOf(slip.status)) {
    case 'success':
      return { at: 'credited', amount: slip.amount }
    case 'failed':
      return { at: 'failed', note: slip.note }
    case 'in-progress':
      return state
  }
}
