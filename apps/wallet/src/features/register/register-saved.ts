/**
 * The wizard over a reload (in-app browsers reload at will): the step, the OTP's token and the input, for this session of the tab.
 * Passwords are never kept, so a reload in the bank step comes back to the profile step.
 */
import * as v from 'valibot'
import { region } from '../../lib/region.ts'
import { perSession, persistent, sessionKeys, storageKeys } from '../../lib/storage.ts'
import type { Draft, RegisterState } from './register-machine.ts'
import { isInviteRefused } from './register-rules.ts'

const savedShape = v.object({
  at: v.picklist(['phone', 'otp', 'profile']),
  otp: v.nullable(v.object({ otpRef: v.string(), otpToken: v.string(), resendAtMs: v.number() })),
  draft: v.object({
    phone: v.string(),
    name: v.string(),
    sourceCode: v.string(),
    currency: v.string(),
    bankCode: v.string(),
    bankAccountNo: v.string(),
    firstName: v.string(),
    lastName: v.string(),
  }),
})

const emptyDraft: Draft = {
  phone: '',
  name: '',
  password: '',
  repeatedPassword: '',
  sourceCode: '',
  currency: region.currencies[0],
  bankCode: '',
  bankAccountNo: '',
  firstName: '',
  lastName: '',
}

export function saveRegister(state: RegisterState): void {
  if (state.at === 'registered') {
    perSession.remove(sessionKeys.register)
    persistent.remove(storageKeys.inviteCode)
    return
  }
  // It came with a link and stands in no field: kept, it would be refused for good.
  if (isInviteRefused(state.failure)) persistent.remove(storageKeys.inviteCode)
  const { password: _password, repeatedPassword: _repeated, ...draft } = state.draft
  perSession.set(sessionKeys.register, JSON.stringify({ ...resting(state), draft }))
}

/** The stage to come back to: what was under way when the page went is unknown, so its step is shown again. */
function resting(state: RegisterState): { at: 'phone' | 'otp' | 'profile'; otp: unknown } {
  switch (state.at) {
    case 'phone':
    case 'sending-otp':
      return { at: 'phone', otp: null }
    case 'otp':
    case 'resending-otp':
    case 'verifying-otp':
      return { at: 'otp', otp: state.otp }
    default:
      return { at: 'profile', otp: null }
  }
}

export function savedRegister(): RegisterState {
  const saved = read(perSession.get(sessionKeys.register))
  const nothing = { failure: null, perhaps: [] }
  if (!saved) return { at: 'phone', draft: emptyDraft, ...nothing }
  const draft = { ...emptyDraft, ...saved.draft }
  if (saved.at === 'otp' && saved.otp) return { at: 'otp', otp: saved.otp, draft, ...nothing }
  return { at: saved.at === 'profile' ? 'profile' : 'phone', draft, ...nothing }
}

function read(text: string | null): v.InferOutput<typeof savedShape> | null {
  if (text === null) return null
  try {
    const parsed = v.safeParse(savedShape, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
