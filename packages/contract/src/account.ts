import * as v from 'valibot'
import { call } from './call.ts'
import { ownBankAccount, profile } from './member.ts'
import { charactersIn, text, withoutControls, withoutUnseen } from './text.ts'
import { succeeded, words } from './values.ts'

const PASSWORD_MIN_LENGTH = 8
const PASSWORD_MAX_LENGTH = 128
/** Of the holder's whole name: first and last name and the space between them. */
export const BANK_ACCOUNT_NAME_MAX_LENGTH = 120
/**
 * Banks that keep their customers' names in English letters, at their branches in Laos as well (spec §9). No call tells of them: a wallet knows them from here
 * and says so early, and the server, whose operator may have more, judges.
 */
export const ENGLISH_NAME_BANKS: readonly string[] = ['KTB', 'TMB', 'BBL']

/** Whether a password is neither too short nor too long. */
export function isPasswordOfLength(password: string): boolean {
  const length = charactersIn(password)
  return length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH
}

/** A holder's name as it is kept: "somchai  jaidee" is "SOMCHAI JAIDEE". */
export function accountName(typed: string): string {
  return withoutControls(withoutUnseen(typed)).trim().replace(/\s+/g, ' ').toUpperCase()
}

/** The registration as far as it has come: each of the bank's fields may be absent, or have nothing in it. What is there is judged. */
export const accountSoFar = /* @__PURE__ */ v.object({
  name: text,
  username: text,
  password: text,
  sourceCode: v.nullish(text, ''),
  inviteCode: v.nullish(text, ''),
  bankCode: v.nullish(text),
  bankAccountName: v.nullish(text),
  bankAccountNo: v.nullish(text),
  currency: v.nullish(text, ''),
})

export const account = /* @__PURE__ */ v.object({
  name: text,
  username: text,
  password: text,
  sourceCode: v.nullish(text, ''),
  inviteCode: v.nullish(text, ''),
  bankCode: text,
  bankAccountName: text,
  bankAccountNo: text,
  currency: v.nullish(text, ''),
})

export const sendOtp = /* @__PURE__ */ call({
  method: 'POST',
  path: '/otp/send',
  token: false,
  effect: 'writes',
  body: v.object({ phoneNumber: text }),
  // A number that is verified has no code to be entered, and needs neither.
  answer: v.variant('code', [
    v.object({ code: v.literal('OK'), otpRef: words, otpToken: v.string() }),
    v.object({ code: v.literal('OTP_VERIFIED'), otpRef: words, otpToken: words }),
  ]),
  refusals: [
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'EXISTING_USER',
    'OTP_BLOCK',
    'REQUEST_LIMIT_1MIN',
    'OTP_SEND_FAIL',
  ],
})

export const verifyOtp = /* @__PURE__ */ call({
  method: 'POST',
  path: '/otp/verify',
  token: false,
  effect: 'writes',
  body: v.object({ otpToken: text, otpCode: text }),
  answer: v.object({ code: v.literal('OTP_CODE_VALID') }),
  refusals: [
    'OTP_TOKEN_INVALID',
    'OTP_NOT_EXIST',
    'OTP_EXPIRED',
    'OTP_CODE_INVALID',
    'OTP_BLOCK',
    'OTP_VERIFY_FAIL',
  ],
})

export const validateAccount = /* @__PURE__ */ call({
  method: 'POST',
  path: '/account/validate',
  token: false,
  effect: 'reads',
  body: accountSoFar,
  answer: v.object({ message: v.literal('OK') }),
  refusals: [
    'EXISTING_USER',
    'INVALID_USER_INFO',
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'UNVERIFIED_OTP',
    'INVALID_BANK',
    'EXISTING_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'REQUEST_LIMIT_1MIN',
  ],
})

export const registerAccount = /* @__PURE__ */ call({
  method: 'POST',
  path: '/account',
  token: false,
  effect: 'writes',
  body: account,
  answer: succeeded,
  refusals: [
    'EXISTING_USER',
    'INVALID_USER_INFO',
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'UNVERIFIED_OTP',
    'INVALID_BANK',
    'EXISTING_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'REQUEST_LIMIT_1MIN',
    'REGISTER_FAIL',
  ],
})

export const getProfile = /* @__PURE__ */ call({
  method: 'GET',
  path: '/account/profile',
  token: true,
  effect: 'reads',
  body: null,
  answer: v.object({ profile, bankAccount: ownBankAccount }),
  refusals: ['NO_DATA'],
})

export const updateProfile = /* @__PURE__ */ call({
  method: 'PUT',
  path: '/account/profile',
  token: true,
  effect: 'writes',
  body: v.object({ name: text, bankCode: text, bankAccountName: text, bankAccountNo: text }),
  answer: succeeded,
  refusals: [
    'INVALID_USER_INFO',
    'INVALID_BANK',
    'EXISTING_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'REQUEST_LIMIT_1MIN',
  ],
})

export const updateBankAccountName = /* @__PURE__ */ call({
  method: 'PUT',
  path: '/account/bankAccountName',
  token: true,
  effect: 'writes',
  body: v.object({ bankCode: text, bankAccountName: text }),
  answer: succeeded,
  refusals: ['INVALID_BANK', 'BANK_ACCOUNT_NAME_ENG'],
})

export const changePassword = /* @__PURE__ */ call({
  method: 'PUT',
  path: '/account/changepwd',
  token: true,
  effect: 'writes',
  body: v.object({ oldPassword: text, newPassword: text }),
  answer: succeeded,
  refusals: ['WRONG_PASSWORD', 'INVALID_USER_INFO', 'REQUEST_LIMIT_1MIN'],
})
