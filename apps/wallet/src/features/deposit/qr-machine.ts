/**
 * One provider's QR code on the screen: one union, one pure transition. The server's word decides what became of a code; the clock only
 * ends the showing of one. Every state that shows a code or its end carries that code's id, so that nothing of an
 * earlier one is ever shown for the next.
 */
import type { AnswerOf } from '@kapao/contract/call'
import type { getQr } from '@kapao/contract/qrcode'
import type { Minor } from '@kapao/money/minor'

export type QrAnswer = AnswerOf<typeof getQr>
export type OpenQr = Extract<QrAnswer, { hasQrcode: true }>

/** lost: the code is no longer there and nothing told what became of it. */
export type QrEnd = 'expired' | 'cancelled' | 'lost'

interface Watched {
  readonly qrcodeId: string
  readonly amount: Minor
  /** Of a server that does not say what becomes of its codes: it may go on answering one that was paid. */
  readonly untold?: boolean
}

export type QrMachine =
  /** `found`: a code that this tab has shown before is still there, but may have been paid: it waits for a look at the statement. */
  | { readonly at: 'loading'; readonly found?: QrMachine }
  | { readonly at: 'none' }
  | { readonly at: 'creating' }
  /** `untimed`: it came with its time already over by a clock that may be wrong, and shows no countdown. */
  | { readonly at: 'open'; readonly qr: OpenQr; readonly untimed: boolean }
  /** `ranOut`: its time is over meanwhile, which the clock tells once. */
  | {
      readonly at: 'cancelling'
      readonly qr: OpenQr
      readonly untimed: boolean
      readonly ranOut?: true
    }
  /** The code went away without a reason given: balance and statement are asked whether it was paid. */
  | { readonly at: 'checking'; readonly watched: Watched }
  | { readonly at: 'paid'; readonly watched: Watched }
  /** No code again, and why; a payment that was under way may still turn it into paid. */
  | { readonly at: 'ended'; readonly watched: Watched; readonly end: QrEnd }

/** The server's, or, where that cannot be known, this phone's. */
export interface Clock {
  readonly ms: number
  readonly isServers: boolean
}

export type QrEvent =
  /** The state at the server. `remembered` is the code that this tab was showing before a reload. */
  | {
      readonly type: 'answered'
      readonly answer: QrAnswer
      readonly now: Clock
      readonly remembered?: Watched | null
    }
  | { readonly type: 'create' }
  | { readonly type: 'created'; readonly answer: QrAnswer; readonly now: Clock }
  | { readonly type: 'create-failed' }
  | { readonly type: 'cancel' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'cancel-failed' }
  | { readonly type: 'ran-out' }
  | { readonly type: 'judged'; readonly paid: boolean }

export const firstQrState: QrMachine = { at: 'loading' }

export function nextQrState(state: QrMachine, event: QrEvent): QrMachine {
  switch (event.type) {
    case 'answered':
      return answered(state, event.answer, event.now, event.remembered ?? null)
    case 'create':
      return state.at === 'none' || state.at === 'ended' ? { at: 'creating' } : state
    case 'created':
      if (state.at !== 'creating') return state
      // It was made this moment: if its time is over all the same, the two do not speak of one clock.
      return event.answer.hasQrcode ? shown(event.answer, { ...event.now, isServers: false }) : { at: 'none' }
    case 'create-failed':
      return state.at === 'creating' ? { at: 'none' } : state
    case 'cancel':
      return state.at === 'open' ? { ...state, at: 'cancelling' } : state
    case 'cancelled':
      return state.at === 'cancelling' ? ended(state.qr, 'cancelled') : state
    case 'cancel-failed':
      if (state.at !== 'cancelling') return state
      return state.ranOut ? ended(state.qr, 'expired') : { ...state, at: 'open' }
    case 'ran-out':
      if (state.at === 'cancelling') return { ...state, ranOut: true }
      return state.at === 'open' ? ended(state.qr, 'expired') : state
    case 'judged':
      return judged(state, event.paid)
  }
}

/** The code that the screen shows or whose end it tells, if any. */
export function watchedIn(state: QrMachine): Watched | null {
  switch (state.at) {
    case 'loading':
      return state.found ? watchedIn(state.found) : null
    case 'open':
    case 'cancelling':
      return watchedOf(state.qr)
    case 'checking':
    case 'paid':
    case 'ended':
      return state.watched
    default:
      return null
  }
}

const ASK_MS = 3_000
const LOOK_MS = 5_000
/** Without a code on the screen: a payment of one that has ended is rare. */
const LATE_MS = 15_000

/** How soon the server is to be asked again: while a payment may still arrive and be told, which one of an expired or cancelled code may, too. */
export function askAgainMs(state: QrMachine): number | null {
  if (state.at === 'open') return ASK_MS
  return state.at === 'ended' && state.end !== 'lost' && !state.watched.untold ? LATE_MS : null
}

/** How soon the statement is to be looked at again, where nothing else tells of a payment. */
export function lookAgainMs(state: QrMachine): number | null {
  if (!watchedIn(state)?.untold) return null
  if (state.at === 'open' || state.at === 'loading') return LOOK_MS
  return state.at === 'ended' && state.end !== 'lost' ? LATE_MS : null
}

function judged(state: QrMachine, paid: boolean): QrMachine {
  const watched = watchedIn(state)
  if (watched === null || state.at === 'cancelling' || state.at === 'paid') return state
  if (paid) return { at: 'paid', watched }
  if (state.at === 'loading') return state.found ?? state
  return state.at === 'checking' ? { at: 'ended', watched, end: 'lost' } : state
}

function answered(state: QrMachine, answer: QrAnswer, now: Clock, remembered: Watched | null): QrMachine {
  // Own actions are under way, or the player reads the result: what is polled meanwhile has no say.
  if (state.at === 'creating' || state.at === 'cancelling') return state
  if (state.at === 'paid' || state.at === 'checking') return state
  if (answer.hasQrcode) return liveCode(state, answer, now, remembered)
  const watched = watchedIn(state) ?? (state.at === 'loading' ? remembered : null)
  if (watched === null) return { at: 'none' }
  const isOfAnother = answer.qrcodeId !== undefined && answer.qrcodeId !== watched.qrcodeId
  if (isOfAnother) return state.at === 'ended' ? state : { at: 'ended', watched, end: 'lost' }
  if (answer.status === 'PAID') return { at: 'paid', watched }
  if (state.at === 'ended') return state
  if (answer.status === undefined) {
    return isAtItsEnd(state, now) ? ended(state.qr, 'expired') : { at: 'checking', watched }
  }
  return { at: 'ended', watched, end: answer.status === 'EXPIRED' ? 'expired' : 'cancelled' }
}

/** How far the clock by which a server takes a code away may be from the one by which its time is counted here. */
const END_MS = 3_000

/** A code that goes away without a reason as its time is over has run out; whether it was paid is still looked for. */
function isAtItsEnd(state: QrMachine, { ms }: Clock): state is Extract<QrMachine, { at: 'open' }> {
  return state.at === 'open' && !state.untimed && Date.parse(state.qr.expireIn) - ms <= END_MS
}

function liveCode(state: QrMachine, qr: OpenQr, now: Clock, remembered: Watched | null): QrMachine {
  // The countdown of this very code has ended here: it stays hidden, though the server may be a moment behind.
  if (state.at === 'ended' && state.watched.qrcodeId === qr.qrcodeId) return state
  if (state.at === 'open' && state.qr.qrcodeId === qr.qrcodeId) {
    // By a better clock it may have time left after all.
    return { ...state, qr, untimed: state.untimed && isOver(qr, now) }
  }
  const found = shown(qr, now)
  const isKnown = state.at === 'loading' && remembered?.qrcodeId === qr.qrcodeId
  return isKnown && watchedOf(qr).untold ? { at: 'loading', found } : found
}

function shown(qr: OpenQr, now: Clock): QrMachine {
  const untimed = isOver(qr, now)
  return untimed && now.isServers ? ended(qr, 'expired') : { at: 'open', qr, untimed }
}

function isOver({ expireIn }: OpenQr, { ms }: Clock): boolean {
  return Date.parse(expireIn) <= ms
}

function ended(qr: OpenQr, end: QrEnd): QrMachine {
  return { at: 'ended', watched: watchedOf(qr), end }
}

function watchedOf({ qrcodeId, amount, status }: OpenQr): Watched {
  return { qrcodeId, amount, untold: status === undefined }
}
