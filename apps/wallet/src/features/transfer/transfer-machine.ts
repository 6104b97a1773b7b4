/**
 * A transfer on the screen: one union, one pure transition. What is not known to have failed is never shown as failed: the money of a
 * transfer in progress is safe, and the statement tells how it ended.
 */
import type { Minor } from '@kapao/money/minor'
import type { Failure } from '../../lib/http.ts'

/** What was asked for, which later figures on the screen must not change. */
export type Sent = SentAmount | { readonly action: 'all'; readonly to: string }

export interface SentAmount {
  readonly action: 'transfer' | 'play'
  readonly from: string
  readonly to: string
  readonly amount: Minor
}

/** How a transfer went, as far as the server or its silence tells. */
export type Outcome =
  | { readonly kind: 'moved'; readonly left: readonly string[]; readonly amount?: Minor | undefined }
  /** For an earlier form whose answer was lost; for this one nothing was. */
  | { readonly kind: 'moved-before' }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'unknown'; readonly failure?: Failure; readonly isUnseen?: boolean }
  /** `isPerhapsDone`: by a try before this one that was left without an answer. Where that can be seen, this one was not sent. */
  | { readonly kind: 'refused'; readonly failure: Failure; readonly isPerhapsDone?: boolean }

export type TransferState =
  | { readonly at: 'editing' }
  | { readonly at: 'sending'; readonly sent: Sent }
  /** The money is where it should be (`amount`, null when none was moved); the game's way in is being asked for. */
  | { readonly at: 'entering'; readonly amount: Minor | null }
  | { readonly at: 'moved'; readonly sent: Sent; readonly left: readonly string[] }
  /** `amount` of what was asked for; a game is not entered with less before the player knows. */
  | { readonly at: 'moved-less'; readonly sent: SentAmount; readonly amount: Minor }
  | { readonly at: 'moved-before'; readonly sent: Sent }
  | { readonly at: 'in-progress' }
  /** No answer came. `sent` is looked for before it is sent again as it was, as the same intent; `isUnseen`: that could not be done. */
  | {
      readonly at: 'unknown'
      readonly sent: Sent
      readonly failure?: Failure | undefined
      readonly isUnseen?: boolean | undefined
    }
  | {
      readonly at: 'refused'
      readonly sent: Sent
      readonly failure: Failure
      readonly isPerhapsDone: boolean
    }
  | { readonly at: 'not-entered'; readonly amount: Minor | null; readonly failure: Failure }
  | { readonly at: 'closed' }

export type TransferEvent =
  | { readonly type: 'send'; readonly sent: Sent }
  | { readonly type: 'enter' }
  | { readonly type: 'answered'; readonly outcome: Outcome }
  | { readonly type: 'entered' }
  | { readonly type: 'not-entered'; readonly failure: Failure }
  | { readonly type: 'read' }

export function nextTransferState(state: TransferState, event: TransferEvent): TransferState {
  switch (event.type) {
    case 'send':
      return state.at === 'editing' || state.at === 'unknown' ? { at: 'sending', sent: event.sent } : state
    case 'enter':
      if (state.at === 'moved-less') return { at: 'entering', amount: state.amount }
      return state.at === 'editing' || state.at === 'moved-before' ? { at: 'entering', amount: null } : state
    case 'answered':
      return state.at === 'sending' ? answered(state.sent, event.outcome) : state
    case 'entered':
      return state.at === 'entering' ? { at: 'closed' } : state
    case 'not-entered':
      return state.at === 'entering'
        ? { at: 'not-entered', amount: state.amount, failure: event.failure }
        : state
    case 'read':
      return afterReading(state)
  }
}

/** Closing is not possible meanwhile, and nothing can be pressed twice. */
export function isBusy(state: TransferState): boolean {
  return state.at === 'sending' || state.at === 'entering'
}

/** The money is on its way or there: nothing is left to be sent. */
export function isDone(state: TransferState): boolean {
  if (state.at === 'entering' || state.at === 'not-entered') return state.amount !== null
  return state.at === 'moved' || state.at === 'moved-less' || state.at === 'in-progress'
}

function answered(sent: Sent, outcome: Outcome): TransferState {
  switch (outcome.kind) {
    case 'moved':
      return moved(sent, outcome)
    case 'moved-before':
      return { at: 'moved-before', sent }
    case 'in-progress':
      return { at: 'in-progress' }
    case 'unknown':
      return { at: 'unknown', sent, failure: outcome.failure, isUnseen: outcome.isUnseen }
    case 'refused':
      return { at: 'refused', sent, failure: outcome.failure, isPerhapsDone: outcome.isPerhapsDone ?? false }
  }
}

/** Only where nothing was done it leads back to the form: after the others the balances have changed or may have. */
function afterReading(state: TransferState): TransferState {
  switch (state.at) {
    case 'refused':
      return { at: state.isPerhapsDone ? 'closed' : 'editing' }
    case 'moved-before':
      return { at: 'editing' }
    case 'not-entered':
      return { at: state.amount === null ? 'editing' : 'closed' }
    case 'moved':
    case 'moved-less':
    case 'in-progress':
    case 'unknown':
      return { at: 'closed' }
    default:
      return state
  }
}

/**
 * Where the server does not say how much, it is what was asked for. The figure is ours: another server's under that name may be anything, such as
 * a balance, and no more is told by it than that less was moved than was asked for.
 */
function moved(sent: Sent, { left, amount }: Extract<Outcome, { kind: 'moved' }>): TransferState {
  if (sent.action === 'all') return { at: 'moved', sent, left }
  if (amount && amount > 0n && amount < sent.amount) return { at: 'moved-less', sent, amount }
  return sent.action === 'play' ? { at: 'entering', amount: sent.amount } : { at: 'moved', sent, left }
}
