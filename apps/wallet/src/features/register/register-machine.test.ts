import { describe, expect, test } from 'vitest'
import type { Failure } from '../../lib/http.ts'
import {
  backsFrom,
  type Draft,
  type RegisterEvent,
  type RegisterState,
  stepOf,
  transition,
} from './register-machine.ts'

const draft: Draft = {
  phone: '0812345678',
  name: 'Somying',
  password: 'secret-123',
  repeatedPassword: 'secret-123',
  sourceCode: '',
  currency: 'THB',
  bankCode: 'KBANK',
  bankAccountNo: '1234567890',
  firstName: 'SOMYING',
  lastName: 'JAIDEE',
}
const otp = { otpRef: 'ABCD', otpToken: 'token', resendAtMs: 60_000 }
const newOtp = { otpRef: 'EFGH', otpToken: 'token-2', resendAtMs: 120_000 }
const refused = (message: string, extra: { field?: string; retryAfter?: number } = {}): Failure => ({
  kind: 'refused',
  message,
  ...extra,
})

function at(stage: RegisterState['at']): RegisterState {
  switch (stage) {
    case 'otp':
    case 'resending-otp':
    case 'verifying-otp':
      return { at: stage, otp, draft, failure: null, perhaps: [] }
    case 'registered':
      return { at: stage, earlier: [], draft, failure: null, perhaps: [] }
    default:
      return { at: stage, draft, failure: null, perhaps: [] }
  }
}

const arrows: readonly [from: RegisterState['at'], event: RegisterEvent, to: RegisterState['at']][] = [
  ['phone', { type: 'phone-submitted' }, 'sending-otp'],
  ['sending-otp', { type: 'otp-not-needed' }, 'profile'],
  ['sending-otp', { type: 'otp-sent', otp }, 'otp'],
  ['otp', { type: 'code-submitted' }, 'verifying-otp'],
  ['otp', { type: 'resend-asked' }, 'resending-otp'],
  ['otp', { type: 'back' }, 'phone'],
  ['resending-otp', { type: 'otp-sent', otp: newOtp }, 'otp'],
  ['resending-otp', { type: 'otp-not-needed' }, 'profile'],
  ['verifying-otp', { type: 'code-accepted' }, 'profile'],
  ['profile', { type: 'profile-submitted' }, 'validating'],
  ['profile', { type: 'back' }, 'phone'],
  ['validating', { type: 'profile-accepted' }, 'bank'],
  ['bank', { type: 'bank-submitted' }, 'registering'],
  ['bank', { type: 'back' }, 'profile'],
  ['registering', { type: 'registered' }, 'registered'],
]

const stages: readonly RegisterState['at'][] = [
  'phone',
  'sending-otp',
  'otp',
  'resending-otp',
  'verifying-otp',
  'profile',
  'validating',
  'bank',
  'registering',
  'registered',
]

describe('registration', () => {
  test.each(arrows)('from %s by %o to %s', (from, event, to) => {
    const next = transition({ ...at(from), failure: refused('LOGIN_FAIL') }, event)
    expect(next.at).toBe(to)
    expect(next.failure).toBeNull()
    expect(next.draft).toEqual(draft)
  })

  test('every other event leaves every stage as it is', () => {
    const events = arrows.map(([, event]) => event)
    for (const stage of stages) {
      for (const event of events) {
        if (arrows.some(([from, known]) => from === stage && known.type === event.type)) continue
        const before = at(stage)
        expect(transition(before, event)).toBe(before)
      }
    }
  })

  test('a new code replaces the old one and its countdown', () => {
    expect(transition(at('resending-otp'), { type: 'otp-sent', otp: newOtp })).toMatchObject({ otp: newOtp })
  })

  test.each([
    ['sending-otp', refused('EXISTING_USER'), 'phone'],
    ['resending-otp', { kind: 'no-network' }, 'otp'],
    ['verifying-otp', refused('OTP_CODE_INVALID'), 'otp'],
    ['validating', refused('INVALID_USER_INFO', { field: 'password' }), 'profile'],
    ['validating', refused('EXISTING_USER'), 'phone'],
    ['validating', refused('UNVERIFIED_OTP'), 'phone'],
    ['validating', { kind: 'timed-out' }, 'profile'],
    ['registering', refused('EXISTING_BANK'), 'bank'],
    ['registering', refused('UNVERIFIED_OTP'), 'phone'],
    ['registering', refused('INVALID_USER_INFO', { field: 'name' }), 'profile'],
    ['registering', refused('INVALID_USER_INFO', { field: 'username' }), 'phone'],
    ['registering', refused('INVALID_USER_INFO', { field: 'inviteCode' }), 'bank'],
    ['registering', { kind: 'not-understood', status: 502, came: 'a-page' }, 'bank'],
  ] as const)('a failure while %s (%o) comes back to %s and is shown there', (from, failure, to) => {
    const next = transition(at(from), { type: 'failed', failure, nowMs: 0 })
    expect(next).toMatchObject({ at: to, failure, draft })
  })

  const lost: RegisterEvent = { type: 'failed', failure: { kind: 'no-network' }, nowMs: 0 }
  const taken: RegisterEvent = { type: 'failed', failure: refused('EXISTING_USER'), nowMs: 0 }
  const after = (state: RegisterState, ...events: readonly RegisterEvent[]) =>
    events.reduce(transition, state)
  const again: RegisterEvent = { type: 'bank-submitted' }

  test('who is registered by a try whose answer was lost is told so when the next finds the number taken', () => {
    expect(after(at('registering'), lost, again, taken)).toMatchObject({ at: 'registered', failure: null })
    expect(after(at('registering'), lost, again, lost, again, taken)).toMatchObject({ earlier: [] })
    const fromStart = after(at('registering'), lost, { type: 'back' }, { type: 'back' })
    expect(after(fromStart, { type: 'phone-submitted' }, taken).at).toBe('registered')
  })

  const edit = (patch: Partial<Draft>): RegisterEvent => ({ type: 'edited', patch })

  test.each<[Partial<Draft>]>([
    [{ bankAccountNo: '1234567899' }],
    [{ bankCode: 'SCB' }],
    [{ lastName: 'DEEJAI' }],
    [{ currency: 'BAHT' }],
  ])('with another bank account (%o) it is told which one stands in the books', (patch) => {
    const earlier = { at: 'registered', earlier: [draft] }
    expect(after(at('registering'), lost, edit(patch), again, taken)).toMatchObject(earlier)
    const validating = after(
      at('registering'),
      lost,
      edit(patch),
      { type: 'back' },
      { type: 'profile-submitted' },
    )
    expect(after(validating, taken)).toMatchObject(earlier)
  })

  test('after two lost tries with different accounts either may stand there', () => {
    const second = { ...draft, bankAccountNo: '1234567899' }
    const twice = after(at('registering'), lost, edit({ bankAccountNo: second.bankAccountNo }), again, lost)
    expect(after(twice, again, taken)).toMatchObject({ earlier: [draft, second] })
  })

  test('the same account in another spelling, or another name to be called by, is what was entered', () => {
    const patch = { bankAccountNo: '123-4-56789-0', firstName: 'Somying ', name: 'Ying' }
    expect(after(at('registering'), lost, edit(patch), again, taken)).toMatchObject({ earlier: [] })
  })

  test('a number that somebody else has taken, or that was sent with another password, is taken', () => {
    expect(after(at('registering'), taken)).toMatchObject({ at: 'phone', failure: refused('EXISTING_USER') })
    const nothingSaved: RegisterEvent = { type: 'failed', failure: refused('REGISTER_FAIL'), nowMs: 0 }
    expect(after(at('registering'), nothingSaved, again, taken).at).toBe('phone')
    for (const patch of [{ phone: '0887654321' }, { password: 'secret-456' }])
      expect(after(at('registering'), lost, edit(patch), again, taken).at).toBe('phone')
    const otherPassword = edit({ password: 'secret-456' })
    expect(after(at('registering'), lost, otherPassword, again, lost, again, taken).at).toBe('phone')
  })

  test('a refused resend waits as long as the server says', () => {
    const failure = refused('REQUEST_LIMIT_1MIN', { retryAfter: 42 })
    const next = transition(at('resending-otp'), { type: 'failed', failure, nowMs: 100_000 })
    expect(next).toMatchObject({ at: 'otp', otp: { ...otp, resendAtMs: 142_000 } })
  })

  test('too many wrong codes hold the next one back as long as the server says; other limits of trying do not', () => {
    const fail = (message: string): RegisterEvent => ({
      type: 'failed',
      failure: refused(message, { retryAfter: 600 }),
      nowMs: 100_000,
    })
    expect(transition(at('verifying-otp'), fail('OTP_BLOCK'))).toMatchObject({
      at: 'otp',
      otp: { ...otp, resendAtMs: 700_000 },
    })
    expect(transition(at('verifying-otp'), fail('REQUEST_LIMIT_1MIN'))).toMatchObject({ at: 'otp', otp })
  })

  test('a field that is tidied as it is left takes no refusal away', () => {
    const failure = refused('EXISTING_BANK')
    const tidy: RegisterEvent = { type: 'tidied', patch: { firstName: 'SOM' } }
    expect(transition({ ...at('bank'), failure }, tidy)).toMatchObject({
      failure,
      draft: { firstName: 'SOM' },
    })
    const busy = at('registering')
    expect(transition(busy, tidy)).toBe(busy)
  })

  test('a failure that nobody waits for changes nothing', () => {
    const before = at('bank')
    expect(transition(before, { type: 'failed', failure: { kind: 'no-network' }, nowMs: 0 })).toBe(before)
  })

  test('typing changes the draft and takes the refusal away, but not while the server is asked', () => {
    const edit: RegisterEvent = { type: 'edited', patch: { name: 'New' } }
    const edited = transition({ ...at('profile'), failure: refused('INVALID_USER_INFO') }, edit)
    expect(edited).toMatchObject({ at: 'profile', failure: null, draft: { ...draft, name: 'New' } })
    const busy = at('validating')
    expect(transition(busy, edit)).toBe(busy)
  })

  test('a step has as many ways back as it says, and none once registered', () => {
    for (const stage of ['phone', 'otp', 'profile', 'bank', 'registered'] as const) {
      let [state, backs] = [at(stage), 0]
      for (let before = transition(state, { type: 'back' }); before !== state; backs += 1) {
        state = before
        before = transition(state, { type: 'back' })
      }
      expect(backsFrom(at(stage)), stage).toBe(backs)
    }
  })

  test('each stage belongs to one of four steps', () => {
    expect(stages.map((stage) => stepOf(at(stage)))).toEqual([0, 0, 1, 1, 1, 2, 2, 3, 3, 3])
  })
})
