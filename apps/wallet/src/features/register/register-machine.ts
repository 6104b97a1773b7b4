/**
 * The registration (spec §4) as one state and one pure transition function: phone, OTP, profile, bank. The stages that wait for the
 * server have names of their own, so nothing can be sent twice. An event that does not belong to the stage changes nothing.
 */
import type { Failure } from '../../lib/http.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'
import { accountOf } from './register-rules.ts'

export interface Draft {
  readonly phone: string
  readonly name: string
  readonly password: string
  readonly repeatedPassword: string
  readonly sourceCode: string
  readonly currency: string
  readonly bankCode: string
  readonly bankAccountNo: string
  readonly firstName: string
  readonly lastName: string
}

export interface SentOtp {
  readonly otpRef: string
  readonly otpToken: string
  /** When another one may be asked for, by this device's clock. */
  readonly resendAtMs: number
}

type Stage =
  | { readonly at: 'phone' }
  | { readonly at: 'sending-otp' }
  | { readonly at: 'otp'; readonly otp: SentOtp }
  | { readonly at: 'resending-otp'; readonly otp: SentOtp }
  | { readonly at: 'verifying-otp'; readonly otp: SentOtp }
  | { readonly at: 'profile' }
  | { readonly at: 'validating' }
  | { readonly at: 'bank' }
  | { readonly at: 'registering' }
  | {
      readonly at: 'registered'
      /** The tries of which one stands in the books, where that may be another bank account than the one entered last. */
      readonly earlier: readonly Draft[]
    }

export type RegisterState = Stage & {
  readonly draft: Draft
  readonly failure: Failure | null
  /** Each try that was sent to be registered without an answer that says what became of it. */
  readonly perhaps: readonly Draft[]
}

export type RegisterEvent =
  | { readonly type: 'edited'; readonly patch: Partial<Draft> }
  /** The same entry, written as it will be sent. */
  | { readonly type: 'tidied'; readonly patch: Partial<Draft> }
  | { readonly type: 'phone-submitted' }
  | { readonly type: 'otp-not-needed' }
  | { readonly type: 'otp-sent'; readonly otp: SentOtp }
  | { readonly type: 'code-submitted' }
  | { readonly type: 'code-accepted' }
  | { readonly type: 'resend-asked' }
  | { readonly type: 'profile-submitted' }
  | { readonly type: 'profile-accepted' }
  | { readonly type: 'bank-submitted' }
  | { readonly type: 'registered' }
  | { readonly type: 'failed'; readonly failure: Failure; readonly nowMs: number }
  | { readonly type: 'back' }

const busyStages = ['sending-otp', 'resending-otp', 'verifying-otp', 'validating', 'registering'] as const

export function isBusy({ at }: RegisterState): boolean {
  return busyStages.some((stage) => stage === at)
}

/** The step that the wizard shows, 0 to 3. */
export function stepOf({ at }: RegisterState): 0 | 1 | 2 | 3 {
  switch (at) {
    case 'phone':
    case 'sending-otp':
      return 0
    case 'otp':
    case 'resending-otp':
    case 'verifying-otp':
      return 1
    case 'profile':
    case 'validating':
      return 2
    case 'bank':
    case 'registering':
    case 'registered':
      return 3
  }
}

/** How often Back leads to a step before, as long as the server is not asked. */
export function backsFrom(state: RegisterState): 0 | 1 | 2 {
  return state.at === 'registered' ? 0 : ([0, 1, 1, 2] as const)[stepOf(state)]
}

export function transition(state: RegisterState, event: RegisterEvent): RegisterState {
  if (event.type === 'edited') return edited(state, event.patch, null)
  // What was refused stays said: a field is tidied as it is left, and the button that is tapped then would move from under the finger.
  if (event.type === 'tidied') return edited(state, event.patch, state.failure)
  if (event.type === 'failed') return failed(state, event.failure, event.nowMs)
  const next = nextStage(state, event)
  return next ? { draft: state.draft, failure: null, perhaps: state.perhaps, ...next } : state
}

function nextStage(state: RegisterState, event: RegisterEvent): Stage | null {
  switch (state.at) {
    case 'phone':
      return event.type === 'phone-submitted' ? { at: 'sending-otp' } : null
    case 'sending-otp':
      if (event.type === 'otp-not-needed') return { at: 'profile' }
      return event.type === 'otp-sent' ? { at: 'otp', otp: event.otp } : null
    case 'otp':
      if (event.type === 'back') return { at: 'phone' }
      if (event.type === 'resend-asked') return { at: 'resending-otp', otp: state.otp }
      return event.type === 'code-submitted' ? { at: 'verifying-otp', otp: state.otp } : null
    case 'resending-otp':
      if (event.type === 'otp-not-needed') return { at: 'profile' }
      return event.type === 'otp-sent' ? { at: 'otp', otp: event.otp } : null
    case 'verifying-otp':
      return event.type === 'code-accepted' ? { at: 'profile' } : null
    case 'profile':
      if (event.type === 'back') return { at: 'phone' }
      return event.type === 'profile-submitted' ? { at: 'validating' } : null
    case 'validating':
      return event.type === 'profile-accepted' ? { at: 'bank' } : null
    case 'bank':
      if (event.type === 'back') return { at: 'profile' }
      return event.type === 'bank-submitted' ? { at: 'registering' } : null
    case 'registering':
      return event.type === 'registered' ? { at: 'registered', earlier: [] } : null
    case 'registered':
      return null
  }
}

function edited(state: RegisterState, patch: Partial<Draft>, failure: Failure | null): RegisterState {
  if (isBusy(state) || state.at === 'registered') return state
  return { ...state, draft: { ...state.draft, ...patch }, failure }
}

/** What the phone step must mend: the number is taken or wrong, or its verification has run out. */
const phoneRefusals = ['UNVERIFIED_OTP', 'EXISTING_USER', 'PHONE_NUMBER_REQUIRE_10_DIGIT']
/** An invitation's code is none of the profile's: the next try goes without it (register-saved.ts). */
const profileFields = ['name', 'password', 'sourceCode']

function failed(state: RegisterState, failure: Failure, nowMs: number): RegisterState {
  const back = stageAfterFailure(state, failure, nowMs)
  if (!back) return state
  const { at, draft } = state
  const own = ownTries(state, failure)
  if (own)
    return { draft, failure: null, perhaps: [], at: 'registered', earlier: earlierAccounts(own, draft) }
  const isSent = at === 'registering' && isOutcomeUnknown(failure)
  return { draft, failure, perhaps: isSent ? [...state.perhaps, draft] : state.perhaps, ...back }
}

/** The number is taken by one of these, which were sent from here before, and the password that they know opens it. */
function ownTries({ draft, perhaps }: RegisterState, failure: Failure): readonly Draft[] | null {
  const isTaken = failure.kind === 'refused' && failure.message === 'EXISTING_USER'
  const tries = perhaps.filter(({ phone }) => phone === draft.phone)
  if (!isTaken || tries.length === 0) return null
  return tries.every(({ password }) => password === draft.password) ? tries : null
}

/** One try of each bank account; none when all are the one that was entered last. */
function earlierAccounts(tries: readonly Draft[], last: Draft): readonly Draft[] {
  const byAccount = new Map(tries.map((sent) => [accountOf(sent), sent]))
  return byAccount.size === 1 && byAccount.has(accountOf(last)) ? [] : [...byAccount.values()]
}

function stageAfterFailure(state: RegisterState, failure: Failure, nowMs: number): Stage | null {
  const refused = failure.kind === 'refused' ? failure : null
  switch (state.at) {
    case 'sending-otp':
      return { at: 'phone' }
    case 'resending-otp':
    case 'verifying-otp': {
      // Of checking a code only this one is about the next.
      const holdsBack = state.at === 'resending-otp' || refused?.message === 'OTP_BLOCK'
      const waitS = holdsBack ? refused?.retryAfter : undefined
      const resendAtMs = waitS === undefined ? state.otp.resendAtMs : nowMs + waitS * 1000
      return { at: 'otp', otp: { ...state.otp, resendAtMs } }
    }
    case 'validating':
    case 'registering':
      if (refused && (phoneRefusals.includes(refused.message) || refused.field === 'username'))
        return { at: 'phone' }
      if (state.at === 'validating' || profileFields.includes(refused?.field ?? '')) return { at: 'profile' }
      return { at: 'bank' }
    default:
      return null
  }
}
