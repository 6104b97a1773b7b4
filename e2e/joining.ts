// From the first visit to the first login, with the mistakes that people make on the way.
import { expect } from '@playwright/test'
import { type Region, writtenPhone } from './builds.ts'
import type { Kapao } from './kapao.ts'
import type { Player } from './player.ts'
import type { Sandbox } from './sandbox.ts'
import type { Locale } from './words.ts'

export type Journey = {
  player: Player
  kapao: Kapao
  sandbox: Sandbox
  region: Region
  language: Locale
}

export async function findTheWayIn({ player, language, region }: Journey): Promise<void> {
  const { page } = player
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('html')).toHaveAttribute('lang', region === 'la' ? 'lo' : 'th')
  // Also who finds their language already on can go and come back.
  await player.chooseLanguage(language === 'en' ? 'th' : 'en')
  await player.chooseLanguage(language)
  await player.look('login')
  await page
    .getByRole('main')
    .getByRole('link', { name: player.words('session.register') })
    .click()
  await expect(page).toHaveURL(/\/register$/)
}

export async function register({ player, sandbox, region }: Journey): Promise<void> {
  const { member, page } = player
  const next = player.button('register.next')
  const phone = player.field('register.phone')
  await phone.fill('08123')
  await next.click()
  await expect(
    player.alert(region === 'la' ? 'register.phone-laos' : 'register.phone-10-digits'),
  ).toBeVisible()
  await player.look('register-phone')
  await phone.fill(member.phone)
  await next.click()

  await expect(player.heading('register.otp-title')).toBeVisible()
  await expect(page.getByText(writtenPhone(member.phone))).toBeVisible()
  await player.look('register-otp')
  await player.field('register.otp').fill(await sandbox.otpFor(member.phone))

  await expect(player.heading('register.profile-title')).toBeVisible()
  await player.field('register.name').fill(member.name)
  await player.secret('register.password').fill(member.password)
  await player.secret('register.repeated-password').fill(`${member.password}?`)
  await next.click()
  await expect(player.alert('register.passwords-differ')).toBeVisible()
  await player.look('register-profile')
  await player.secret('register.repeated-password').fill(member.password)
  await next.click()

  await expect(player.heading('register.bank-title')).toBeVisible()
  await player.choice('register.bank').selectOption(member.bankCode)
  await player.field('register.account-number').fill(member.bankAccountNo)
  const finish = player.button('register.finish')
  if (member.bankCode === 'KTB') {
    await player.field('register.first-name').fill('มะลิ')
    await player.field('register.last-name').fill('ใจดี')
    await finish.click()
    await expect(player.alert('register.account-name-english')).toHaveCount(2)
  }
  await player.look('register-bank')
  await player.field('register.first-name').fill(member.firstName)
  await player.field('register.last-name').fill(member.lastName)
  await finish.click()
  await expect(player.heading('register.done-title')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
}

export async function logInAtLast(player: Player): Promise<void> {
  await player.fillLogin('wrong-password')
  await player.button('session.log-in').click()
  await expect(player.page.getByText(player.words('errors.WRONG_CREDENTIAL'))).toBeVisible()
  await expect(player.page).toHaveURL(/\/login$/)
  await player.logIn({ remember: true })
  // Not on the server alone: the phone keeps it beyond the tab.
  expect(await player.token()).toMatch(/^\S{20,}$/)
}
