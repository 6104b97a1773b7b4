import { BANK_ACCOUNT_NAME_MAX_LENGTH } from '@kapao/contract/account'
import { describe, expect, test } from 'vitest'
import { regionOf } from '../../lib/region.ts'
import type { Draft } from './register-machine.ts'
import {
  bankAccountName,
  bankAccountNo,
  bankErrors,
  isAboutAccountNo,
  isAboutCode,
  isAboutPhone,
  isUntouched,
  longestBeside,
  phoneErrors,
  profileErrors,
  refusalHere,
} from './register-rules.ts'

const thailand = regionOf('th')
const laos = regionOf('la')
const good: Draft = {
  phone: '0812345678',
  name: 'Somying',
  password: 'secret-123',
  repeatedPassword: 'secret-123',
  sourceCode: '',
  currency: 'THB',
  bankCode: 'KBANK',
  bankAccountNo: '123-4-56789-0',
  firstName: ' somying ',
  lastName: 'jaidee ',
}

describe('a step into which nothing was entered', () => {
  test('is untouched until one of its fields holds something', () => {
    const empty = { ...good, name: ' ', password: '', repeatedPassword: '' }
    expect(isUntouched(empty, 'name', 'password', 'repeatedPassword')).toBe(true)
    expect(isUntouched({ ...empty, password: 's' }, 'name', 'password', 'repeatedPassword')).toBe(false)
    expect(isUntouched(good, 'bankCode', 'bankAccountNo', 'firstName', 'lastName')).toBe(false)
  })
})

describe('what a registration must hold', () => {
  test('a good one has no errors', () => {
    expect({ ...phoneErrors(good, thailand), ...profileErrors(good), ...bankErrors(good, thailand) }).toEqual(
      {},
    )
  })

  test.each(['081234567', '08123456789', '08-1234-56', '12345abcde'])(
    'in Thailand %s is no phone',
    (phone) => {
      expect(phoneErrors({ ...good, phone }, thailand)).toEqual({ phone: 'register.phone-10-digits' })
    },
  )

  test('in Laos a mobile number has 020 and eight digits or 030 and seven', () => {
    expect(phoneErrors({ ...good, phone: '020 5551 2345' }, laos)).toEqual({})
    expect(phoneErrors({ ...good, phone: '0305551234' }, laos)).toEqual({})
    expect(phoneErrors({ ...good, phone: '0205551234' }, laos)).toEqual({ phone: 'register.phone-laos' })
  })

  test.each([
    ['PHONE_NUMBER_REQUIRE_10_DIGIT', undefined],
    ['INVALID_USER_INFO', 'username'],
  ])('a refused number had its digits: it is told what a mobile’s begins with (%s)', (message, field) => {
    const refused = { kind: 'refused', message, ...(field && { field }) } as const
    expect(refusalHere(refused, laos)).toBe('register.phone-laos')
    expect(refusalHere(refused, thailand)).toBe('register.phone-thailand')
    expect(isAboutPhone(refused)).toBe(true)
    const taken = { kind: 'refused', message: 'EXISTING_USER', field: 'username' } as const
    expect([refusalHere(taken, laos), isAboutPhone(taken)]).toEqual([null, false])
  })

  test('a password that the server does not like is too easy: its length was right before it was sent', () => {
    const refused = (field: string) =>
      ({ kind: 'refused', status: 400, message: 'INVALID_USER_INFO', field }) as const
    expect(refusalHere(refused('password'), thailand)).toBe('register.password-easy')
    expect(refusalHere(refused('name'), thailand)).toBeNull()
  })

  test('a holder’s name that is refused is told as the name, not as a wrong number', () => {
    const refused = (field: string) => ({ kind: 'refused', message: 'INVALID_BANK', field }) as const
    expect(refusalHere(refused('bankAccountName'), thailand)).toBe('register.account-name-wrong')
    expect(isAboutAccountNo(refused('bankAccountName'))).toBe(false)
  })

  test('a number that the bank does not have is told at its field, one that somebody has is not', () => {
    const refused = (message: string) => ({ kind: 'refused', message, field: 'bankAccountNo' }) as const
    expect(refusalHere(refused('INVALID_BANK'), thailand)).toBe('register.account-number-wrong')
    expect(['INVALID_BANK', 'EXISTING_BANK'].map((message) => isAboutAccountNo(refused(message)))).toEqual([
      true,
      false,
    ])
    expect(refusalHere(refused('EXISTING_BANK'), thailand)).toBeNull()
  })

  test('first and last name together are no longer than a holder’s name may be', () => {
    const firstName = 'A'.repeat(longestBeside(' LAST '))
    expect(bankAccountName({ ...good, firstName, lastName: ' LAST ' })).toHaveLength(
      BANK_ACCOUNT_NAME_MAX_LENGTH,
    )
    expect(longestBeside('A'.repeat(300))).toBe(1)
  })

  test('an invitation that a server does not take is left out, whatever the code is called', () => {
    for (const message of ['INVALID_USER_INFO', 'Unknown inviter']) {
      const refused = { kind: 'refused', message, field: 'inviteCode' } as const
      expect(refusalHere(refused, thailand)).toBe('register.invite-refused')
    }
  })

  test('everything required is asked for', () => {
    const empty = { ...good, phone: ' ', name: ' ', password: '', repeatedPassword: '' }
    expect(phoneErrors(empty, thailand)).toEqual({ phone: 'register.phone-required' })
    expect(profileErrors({ ...good, name: '\u200b \u2060' })).toEqual({ name: 'register.name-required' })
    expect(profileErrors(empty)).toEqual({
      name: 'register.name-required',
      password: 'register.password-required',
      repeatedPassword: 'register.repeated-password-required',
    })
    const noBank = { ...good, bankCode: '', bankAccountNo: '', firstName: '\u2060', lastName: ' ' }
    expect(bankErrors(noBank, thailand)).toEqual({
      bankCode: 'register.bank-required',
      bankAccountNo: 'register.account-number-required',
      firstName: 'register.first-name-required',
      lastName: 'register.last-name-required',
    })
  })

  test('the two passwords must be the same', () => {
    expect(profileErrors({ ...good, repeatedPassword: 'secret-12' })).toEqual({
      repeatedPassword: 'register.passwords-differ',
    })
  })

  test.each([
    [7, 'register.password-length'],
    [8, undefined],
    [128, undefined],
    [129, 'register.password-length'],
  ])('a password of %d characters, as people count them, is told: %s', (length, error) => {
    for (const password of ['x'.repeat(length), '🎲'.repeat(length)])
      expect(profileErrors({ ...good, password, repeatedPassword: password }).password).toBe(error)
  })

  test.each([
    [thailand, 10, 15],
    [laos, 6, 20],
  ])('in $key an account number has %d to %d digits', (region, shortest, longest) => {
    const errorOf = (digits: number) =>
      bankErrors({ ...good, bankAccountNo: '1'.repeat(digits) }, region).bankAccountNo
    expect([shortest, longest].map(errorOf)).toEqual([undefined, undefined])
    const wrong = 'register.account-number-digits'
    expect([shortest - 1, longest + 1].map(errorOf)).toEqual([wrong, wrong])
  })

  test('a bank whose numbers are all of one length takes no other, also beyond those of the country', () => {
    const errorOf = (bankAccountNo: string, digits: number) =>
      bankErrors({ ...good, bankAccountNo }, thailand, digits).bankAccountNo
    expect([errorOf('12-3456-7890-12', 12), errorOf('12345678', 8)]).toEqual([undefined, undefined])
    const wrong = 'register.account-number-of-bank'
    expect([errorOf('12345678901', 12), errorOf('12345678901x', 12)]).toEqual([wrong, wrong])
  })

  test.each(['KTB', 'TMB', 'BBL'])('%s takes English letters and spaces only', (bankCode) => {
    expect(bankErrors({ ...good, bankCode, firstName: 'สมหญิง' }, thailand)).toEqual({
      firstName: 'register.account-name-english',
    })
    expect(bankErrors({ ...good, bankCode, lastName: 'Na Ayutthaya' }, thailand)).toEqual({})
    const pasted = { ...good, bankCode, firstName: '\u200bSomying', lastName: 'Na\u00a0Ayutthaya\u2060' }
    expect(bankErrors(pasted, thailand)).toEqual({})
    expect(bankAccountName(pasted)).toBe('SOMYING NA AYUTTHAYA')
    expect(bankErrors({ ...good, bankCode, lastName: "O'Hara" }, thailand)).toEqual({
      lastName: 'register.account-name-english',
    })
  })

  test('another bank takes a Thai name', () => {
    expect(bankErrors({ ...good, firstName: 'สมหญิง' }, thailand)).toEqual({})
  })

  test('the account name is joined and in upper case, the number bare', () => {
    expect(bankAccountName(good)).toBe('SOMYING JAIDEE')
    expect(bankAccountNo({ ...good, bankAccountNo: '๑23-4 56789-໐' })).toBe('1234567890')
    const pasted = { ...good, bankAccountNo: '\u202a123\u20114\u201156789\u20110\u202c' }
    expect(bankErrors(pasted, thailand)).toEqual({})
    expect(bankAccountNo(pasted)).toBe('1234567890')
  })
})

describe('what was refused about a code', () => {
  test.each(['OTP_CODE_INVALID', 'OTP_EXPIRED', 'OTP_NOT_EXIST', 'OTP_TOKEN_INVALID'])(
    'as %s is told at its field',
    (message) => {
      expect(isAboutCode({ kind: 'refused', message })).toBe(true)
    },
  )

  test.each(['OTP_BLOCK', 'OTP_SEND_FAIL', 'OTP_VERIFY_FAIL', 'REQUEST_LIMIT_1MIN'])(
    'as %s is about no code that was typed',
    (message) => {
      expect(isAboutCode({ kind: 'refused', message })).toBe(false)
    },
  )
})
