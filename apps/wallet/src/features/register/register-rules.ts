/** What can be said about the input before asking the server (spec §5). Empty when a step may be sent. */

import {
  account,
  accountName,
  BANK_ACCOUNT_NAME_MAX_LENGTH,
  ENGLISH_NAME_BANKS,
  isPasswordOfLength,
} from '@kapao/contract/account'
import { bareNumber, isUnseen } from '@kapao/contract/text'
import { isRefusal } from '../../lib/error-text.ts'
import type { Failure } from '../../lib/http.ts'
import type { TextKey } from '../../lib/i18n.ts'
import { normalisePhone } from '../../lib/phone.ts'
import type { Region } from '../../lib/region.ts'
import type { Draft } from './register-machine.ts'

export type DraftErrors = Partial<Record<keyof Draft, TextKey>>

export function phoneErrors({ phone }: Draft, region: Region): DraftErrors {
  const number = normalisePhone(phone, region)
  if (number === '') return { phone: 'register.phone-required' }
  if (region.phone.test(number)) return {}
  return { phone: region.key === 'la' ? 'register.phone-laos' : 'register.phone-10-digits' }
}

/** Whether none of these fields holds anything yet. */
export function isUntouched(draft: Draft, ...fields: readonly (keyof Draft)[]): boolean {
  return fields.every((field) => draft[field].trim() === '')
}

/**
 * Our own words for a refusal whose general ones would be wrong here. What was sent had the right length: a number that is refused is no mobile's,
 * and a password is too easy, whatever the code is called.
 */
export function refusalHere(failure: Failure, region: Region): TextKey | null {
  const field = isRefusal(failure, 'INVALID_USER_INFO', 'INVALID_BANK') ? failure.field : null
  if (field === 'bankAccountName') return 'register.account-name-wrong'
  if (isAboutAccountNo(failure)) return 'register.account-number-wrong'
  if (isAboutPhone(failure)) {
    return region.key === 'la' ? 'register.phone-laos' : 'register.phone-thailand'
  }
  if (isInviteRefused(failure)) return 'register.invite-refused'
  return field === 'password' ? 'register.password-easy' : null
}

/** Whether it is about the number that was typed, and so told at its field. */
export function isAboutPhone(failure: Failure): boolean {
  if (isRefusal(failure, 'INVALID_USER_INFO', 'INVALID_BANK')) return failure.field === 'username'
  return isRefusal(failure, 'PHONE_NUMBER_REQUIRE_10_DIGIT')
}

/** Whether the number of the bank account is not one of that bank's, and so told at its field. One that somebody has is told below. */
export function isAboutAccountNo(failure: Failure): boolean {
  return isRefusal(failure, 'INVALID_BANK') && failure.field === 'bankAccountNo'
}

/** Ours refuses none; another server may not take one that it does not know. */
export function isInviteRefused(failure: Failure | null): boolean {
  return failure?.kind === 'refused' && failure.field === 'inviteCode'
}

/**
 * It is about none of the fields of the form: a server need not name the field, nor by the wire's name. Then it may be the invitation's code, which
 * stands in none.
 */
export function isPerhapsInvite(failure: Failure): boolean {
  return (
    isRefusal(failure, 'INVALID_USER_INFO') &&
    !(failure.field !== undefined && failure.field in account.entries)
  )
}

/** Whether it is about the code that was typed, and so told at its field. */
export function isAboutCode(failure: Failure): boolean {
  return isRefusal(failure, 'OTP_CODE_INVALID', 'OTP_EXPIRED', 'OTP_NOT_EXIST', 'OTP_TOKEN_INVALID')
}

export function profileErrors({ name, password, repeatedPassword }: Draft): DraftErrors {
  const errors: DraftErrors = {}
  if (isUnseen(name)) errors.name = 'register.name-required'
  if (password === '') errors.password = 'register.password-required'
  else if (!isPasswordOfLength(password)) errors.password = 'register.password-length'
  if (repeatedPassword === '') errors.repeatedPassword = 'register.repeated-password-required'
  else if (repeatedPassword !== password) errors.repeatedPassword = 'register.passwords-differ'
  return errors
}

/** `digits`: of a number at the chosen bank, where that is known. */
export function bankErrors(draft: Draft, region: Region, digits?: number): DraftErrors {
  const errors: DraftErrors = {}
  const number = bankAccountNo(draft)
  const [shortest, longest] = region.bankAccountDigits
  if (draft.bankCode === '') errors.bankCode = 'register.bank-required'
  if (number === '') errors.bankAccountNo = 'register.account-number-required'
  else if (digits !== undefined) {
    if (!/^\d+$/.test(number) || number.length !== digits)
      errors.bankAccountNo = 'register.account-number-of-bank'
  } else if (!/^\d+$/.test(number) || number.length < shortest || number.length > longest) {
    errors.bankAccountNo = 'register.account-number-digits'
  }
  if (isUnseen(draft.firstName)) errors.firstName = 'register.first-name-required'
  if (isUnseen(draft.lastName)) errors.lastName = 'register.last-name-required'
  if (ENGLISH_NAME_BANKS.includes(draft.bankCode)) {
    for (const field of ['firstName', 'lastName'] as const) {
      if (!/^[A-Z ]*$/.test(accountName(draft[field]))) errors[field] = 'register.account-name-english'
    }
  }
  return errors
}

/** How long one of the two names may be beside the other, with the space between them. */
export function longestBeside(other: string): number {
  return Math.max(1, BANK_ACCOUNT_NAME_MAX_LENGTH - 1 - other.trim().length)
}

export function bankAccountName({ firstName, lastName }: Draft): string {
  return accountName(`${firstName} ${lastName}`)
}

/** The bank account as it would stand in the books, to be compared: what is spelt otherwise alone is the same. */
export function accountOf(draft: Draft): string {
  return [draft.bankCode, bankAccountNo(draft), bankAccountName(draft), draft.currency].join(' ')
}

export function bankAccountNo(draft: Draft): string {
  return bareNumber(draft.bankAccountNo)
}
