/** What each waiting stage asks the server, and the event that its answer is. */
import { registerAccount, sendOtp, validateAccount, verifyOtp } from '@kapao/contract/account'
import { lookupRegisterOtp } from '@kapao/contract/lookup'
import { withoutUnseen } from '@kapao/contract/text'
import { type Result, send } from '../../lib/http.ts'
import { normalisePhone } from '../../lib/phone.ts'
import { region } from '../../lib/region.ts'
import { persistent, storageKeys } from '../../lib/storage.ts'
import type { Draft, RegisterEvent } from './register-machine.ts'
import { bankAccountName, bankAccountNo, isPerhapsInvite } from './register-rules.ts'

const RESEND_AFTER_MS = 60_000

function failedBy(result: Extract<Result<unknown>, { ok: false }>): RegisterEvent {
  return { type: 'failed', failure: result.failure, nowMs: Date.now() }
}

/** No OTP where the operator wants none; otherwise as below. */
export async function startVerification(draft: Draft): Promise<RegisterEvent> {
  const wanted = await send(lookupRegisterOtp)
  if (!wanted.ok) return failedBy(wanted)
  return wanted.answer.registerOTP ? requestOtp(draft) : { type: 'otp-not-needed' }
}

/** No OTP either for a number that was verified a short while ago. */
export async function requestOtp(draft: Draft): Promise<RegisterEvent> {
  const sent = await send(sendOtp, { body: { phoneNumber: normalisePhone(draft.phone, region) } })
  if (!sent.ok) return failedBy(sent)
  const { code, otpRef, otpToken } = sent.answer
  if (code === 'OTP_VERIFIED') return { type: 'otp-not-needed' }
  return { type: 'otp-sent', otp: { otpRef, otpToken, resendAtMs: Date.now() + RESEND_AFTER_MS } }
}

export async function verifyCode(otpToken: string, otpCode: string): Promise<RegisterEvent> {
  const verified = await send(verifyOtp, { body: { otpToken, otpCode } })
  return verified.ok ? { type: 'code-accepted' } : failedBy(verified)
}

export async function validateProfile(draft: Draft): Promise<RegisterEvent> {
  const valid = await withInvite((inviteCode) =>
    send(validateAccount, { body: { ...profileOf(draft), inviteCode } }),
  )
  return valid.ok ? { type: 'profile-accepted' } : failedBy(valid)
}

export async function register(draft: Draft): Promise<RegisterEvent> {
  const registered = await withInvite((inviteCode) =>
    send(registerAccount, {
      body: {
        ...profileOf(draft),
        inviteCode,
        bankCode: draft.bankCode,
        bankAccountName: bankAccountName(draft),
        bankAccountNo: bankAccountNo(draft),
      },
    }),
  )
  return registered.ok ? { type: 'registered' } : failedBy(registered)
}

/**
 * With the code of the invitation that somebody came by, if any. What is refused about nothing on the form is tried once without it: where that
 * passes it was the code, which would be refused for good (register-saved.ts).
 */
async function withInvite<Answer>(
  sendWith: (inviteCode: string) => Promise<Result<Answer>>,
): Promise<Result<Answer>> {
  const inviteCode = withoutUnseen(persistent.get(storageKeys.inviteCode) ?? '')
  const result = await sendWith(inviteCode)
  if (result.ok || inviteCode === '' || !isPerhapsInvite(result.failure)) return result
  const without = await sendWith('')
  if (without.ok) persistent.remove(storageKeys.inviteCode)
  return without
}

function profileOf(draft: Draft) {
  return {
    name: draft.name.trim(),
    username: normalisePhone(draft.phone, region),
    password: draft.password,
    sourceCode: draft.sourceCode,
    currency: draft.currency,
  }
}
