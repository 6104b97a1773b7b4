import { registerAccount, sendOtp, validateAccount, verifyOtp } from '@kapao/contract/account'
import { login } from '@kapao/contract/login'
import { lookupRegisterOtp } from '@kapao/contract/lookup'
import { expect } from '@playwright/test'
import { PHONE } from './given.ts'
import { field, goAfresh, type Hand, type Place, press } from './place.ts'

const toPhone = (hand: Hand) => goAfresh(hand, '/register')

async function toOtp(hand: Hand): Promise<void> {
  await toPhone(hand)
  await field(hand, 'register.phone').fill(PHONE)
  await press('register.next')(hand)
  await expect(hand.page.getByRole('heading', { name: hand.words('register.otp-title') })).toBeVisible()
}

async function toProfile(hand: Hand): Promise<void> {
  await toOtp(hand)
  await field(hand, 'register.otp').fill('123456')
  await field(hand, 'register.name').fill('มะลิ')
  for (const key of ['register.password', 'register.repeated-password']) {
    await hand.page
      .locator(`input[type=password]`)
      .nth(key === 'register.password' ? 0 : 1)
      .fill('secret-123')
  }
}

export async function toBankStep(hand: Hand): Promise<void> {
  await toProfile(hand)
  await press('register.next')(hand)
}

export async function toBank(hand: Hand): Promise<void> {
  await toBankStep(hand)
  await hand.page
    .getByRole('combobox', { name: hand.words('register.bank'), exact: true })
    .selectOption('KTB')
  await field(hand, 'register.account-number').fill('9990001112')
  await field(hand, 'register.first-name').fill('Mali')
  await field(hand, 'register.last-name').fill('Jaidee')
}

/** What is sent has the right length: it is no mobile's. */
const phoneRule = {
  own: { PHONE_NUMBER_REQUIRE_10_DIGIT: 'register.phone-thailand' },
  ownInLaos: { PHONE_NUMBER_REQUIRE_10_DIGIT: 'register.phone-laos' },
}

export const visitors: readonly Place[] = [
  {
    name: 'login',
    call: login,
    shown: 'inline',
    isVisitor: true,
    async open(hand) {
      await hand.page.goto('/login')
      await field(hand, 'session.phone').fill(PHONE)
      await hand.page.locator('input[type=password]').fill('secret-123')
    },
    act: press('session.log-in'),
    // No call of ours refuses with these; another server may.
    more: [
      'NO_USER',
      'INVALID_IP',
      'WRONG_PASSWORD',
      'KEY_MISSING',
      'KEY_INVALID',
      'INVALID_CODE',
      'OTP_VERIFIED',
      'OTP_CODE_VALID',
      'OK',
      'SUCCESS',
    ],
    own: { WRONG_PASSWORD: 'errors.WRONG_CREDENTIAL' },
  },
  {
    name: 'phone',
    call: sendOtp,
    shown: 'inline',
    isVisitor: true,
    ...phoneRule,
    more: ['WRONG_PASSWORD', 'KEY_MISSING', 'KEY_INVALID', 'INVALID_CODE'],
    async open(hand) {
      await toPhone(hand)
      await field(hand, 'register.phone').fill(PHONE)
    },
    act: press('register.next'),
  },
  {
    name: 'whether the phone is verified',
    call: lookupRegisterOtp,
    isVisitor: true,
    isRead: true,
    async open(hand) {
      await toPhone(hand)
      await field(hand, 'register.phone').fill(PHONE)
    },
    act: press('register.next'),
  },
  {
    name: 'one-time code',
    call: verifyOtp,
    shown: 'inline',
    isVisitor: true,
    open: toPhone,
    // Some refusals end the code: then another is asked for.
    async act(hand) {
      await toOtp(hand)
      await field(hand, 'register.otp').fill('123456')
    },
  },
  {
    name: 'profile',
    call: validateAccount,
    shown: 'inline',
    isVisitor: true,
    ...phoneRule,
    sign: ({ page, words }) =>
      page.getByRole('heading', { name: words('register.profile-title'), exact: true }),
    open: toProfile,
    act: press('register.next'),
  },
  {
    name: 'bank',
    call: registerAccount,
    shown: 'inline',
    isVisitor: true,
    ...phoneRule,
    sign: ({ page, words }) => page.getByRole('heading', { name: words('register.bank-title'), exact: true }),
    open: toBank,
    act: press('register.finish'),
  },
]
