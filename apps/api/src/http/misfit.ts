import type { Call } from '@kapao/contract/call'
import type { RefusalCode } from '@kapao/contract/codes'
import * as v from 'valibot'
import { type Refusal, refuse } from './refusal.ts'
import { unstorableAt } from './storable.ts'

/**
 * What a field that is missing or of the wrong shape is refused with, in the calls that have the code among their refusals: a code of the catalogue
 * goes before BAD_REQUEST, which is our own and for all the others (api: conventions).
 */
const ownWords: ReadonlyMap<string, RefusalCode> = new Map([
  ['phoneNumber', 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
  ['otpToken', 'OTP_TOKEN_INVALID'],
  ['otpCode', 'OTP_CODE_INVALID'],
  ['name', 'INVALID_USER_INFO'],
  ['username', 'INVALID_USER_INFO'],
  ['password', 'INVALID_USER_INFO'],
  ['oldPassword', 'INVALID_USER_INFO'],
  ['newPassword', 'INVALID_USER_INFO'],
  ['sourceCode', 'INVALID_USER_INFO'],
  ['inviteCode', 'INVALID_USER_INFO'],
  ['currency', 'INVALID_USER_INFO'],
  ['bankCode', 'INVALID_BANK'],
  ['bankAccountName', 'INVALID_BANK'],
  ['bankAccountNo', 'INVALID_BANK'],
  ['amount', 'TRANSFER_MINIMUM'],
  ['from', 'NO_GAME'],
  ['to', 'NO_GAME'],
  ['link', 'TRUELINK_INVALID'],
  ['qrcodeId', 'NO_DATA'],
])

function refuseField(call: Call, field: string): Refusal {
  const word = ownWords.get(field)
  return refuse(word !== undefined && call.refusals.includes(word) ? word : 'BAD_REQUEST', { field })
}

/** The first field that does not fit the call's schema, or that nobody could keep; '' for the whole of it, null when all is right. */
function misfitIn(parsed: v.SafeParseResult<v.GenericSchema>): string | null {
  if (parsed.success) return unstorableAt(parsed.output)
  return parsed.issues[0].path?.map((part) => String(part.key)).join('.') ?? ''
}

/**
 * The body of a call by its schema, or the refusal of its first field that does not fit. `misfitIsEmpty`: what does not fit is read as a text with
 * nothing in it, which the call then judges itself.
 */
export function readBody(
  call: Call,
  written: unknown,
  misfitIsEmpty = false,
): { readonly body: unknown } | Refusal {
  if (!call.body) return { body: undefined }
  // A schema would look for its fields in a list, too.
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return refuse('BAD_REQUEST')
  const parsed = v.safeParse(call.body, written)
  const field = misfitIn(parsed)
  if (field === null) return { body: parsed.output }
  if (field === '') return refuse('BAD_REQUEST')
  if (misfitIsEmpty && Reflect.get(written, field) !== '')
    return readBody(call, { ...written, [field]: '' }, misfitIsEmpty)
  return refuseField(call, field)
}
