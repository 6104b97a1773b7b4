// What stands below a refusal on the smallest phone, and registrations whose answer was lost.
import { expect } from '@playwright/test'
import { PHONE } from './errors/given.ts'
import { arrive, button, field, press } from './errors/place.ts'
import { toBank } from './errors/visitors.ts'
import { hold } from './held.ts'
import { goodAnswers } from './operator/answers.ts'
import { test as atOperator } from './operator/operator-test.ts'
import { test } from './scenes/stage-test.ts'
import { visitorScenes } from './scenes/visitors.ts'

test.use({ viewport: { width: 320, height: 568 }, moves: true })

test('a refused bank account leaves the button below it whole, above the menu', async ({ page, stage }) => {
  const scene = visitorScenes.find(({ name }) => name === 'register/bank-taken')
  if (!scene) throw new Error('There is no such scene')
  const { words } = await stage.enter(scene, 'en')
  const menu = await page.getByRole('navigation').last().boundingBox()
  const finish = page.getByRole('button', { name: words('register.finish'), exact: true })
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeInViewport({ ratio: 1 })
  await expect
    .poll(async () => {
      const box = await finish.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    })
    .toBeLessThanOrEqual(menu?.y ?? 0)
})

atOperator(
  'whoever is registered by a try whose answer was lost is told so, and led to the log-in',
  async ({ page, operator }) => {
    const REGISTER = 'POST /account'
    const hand = await arrive(page, 'en', true)
    await toBank(hand)
    operator.break(REGISTER, { hangsUp: true })
    await press('register.finish')(hand)
    await expect(page.getByText(hand.words('errors.unreachable'))).toBeVisible()
    await expect(page.getByText(hand.words('register.perhaps'))).toBeVisible()
    operator.break(REGISTER, { status: 409, body: { message: 'EXISTING_USER', field: 'username' } })
    await press('register.finish')(hand)
    await expect(page.getByText(hand.words('register.done-title'))).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await expect(field(hand, 'session.phone')).toHaveValue(PHONE)
  },
)

atOperator(
  'whoever mended the bank account after a lost answer is told which one stands, with the way to support',
  async ({ page, operator }) => {
    const REGISTER = 'POST /account'
    const hand = await arrive(page, 'en', true)
    await toBank(hand)
    operator.break(REGISTER, { hangsUp: true })
    await press('register.finish')(hand)
    await expect(page.getByText(hand.words('errors.unreachable'))).toBeVisible()
    operator.break(REGISTER, { status: 409, body: { message: 'EXISTING_USER', field: 'username' } })
    await field(hand, 'register.account-number').fill('1112223334')
    await press('register.finish')(hand)
    await expect(page.getByRole('heading', { name: hand.words('register.done-earlier-title') })).toBeFocused()
    await expect(page.getByText('999-000-1112')).toBeVisible()
    await expect(page.getByText(hand.words('register.done-title'), { exact: true })).toHaveCount(0)
    await page
      .getByRole('main')
      .getByRole('link', { name: hand.words('app.menu-contact') })
      .click()
    await expect(page).toHaveURL(/\/contact$/)
  },
)

atOperator(
  'an account number that is not the bank’s is told at its field: before it is sent where the server tells its length, else by the answer',
  async ({ page, operator }) => {
    const { banks } = Object(goodAnswers['GET /lookup/banks']?.())
    operator.break('GET /lookup/banks', {
      body: { banks: banks.map((bank: object) => ({ ...bank, digits: 12 })) },
    })
    const hand = await arrive(page, 'en', true)
    await toBank(hand)
    const number = field(hand, 'register.account-number')
    await press('register.finish')(hand)
    await expect(number).toHaveAccessibleDescription(
      hand.words('register.account-number-of-bank', { digits: 12 }),
    )
    await expect(number).toBeFocused()
    expect(operator.asked).not.toContain('POST /account')
    operator.break('POST /account', {
      status: 400,
      body: { message: 'INVALID_BANK', field: 'bankAccountNo' },
    })
    await number.fill('123456789012')
    await press('register.finish')(hand)
    await expect(number).toHaveAccessibleDescription(hand.words('register.account-number-wrong'))
    await expect(number).toBeFocused()
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1)
    await number.fill('123456789013')
    await expect(number).toHaveAccessibleDescription('')
  },
)

atOperator('the phone’s Back goes from step to step, also after a reload', async ({ page, operator }) => {
  const hand = await arrive(page, 'en', true)
  const step = (name: string) => page.getByRole('heading', { name: hand.words(`register.${name}-title`) })
  await page.goto('/contact')
  await toBank(hand)
  await expect(step('bank')).toBeVisible()
  operator.break('POST /account', { status: 409, body: { message: 'EXISTING_BANK' } })
  const letGo = await hold(page, '**/api/account')
  await press('register.finish')(hand)
  // While it is asked there is no way back.
  await page.goBack()
  await expect(page.getByRole('button', { name: hand.words('app.back') })).toBeDisabled()
  letGo()
  await expect(page.getByText(hand.words('errors.EXISTING_BANK'))).toBeVisible()
  await page.goBack()
  await expect(step('profile')).toBeVisible()
  await press('register.next')(hand)
  await expect(step('bank')).toBeVisible()
  // The password is not kept: it comes back as the step before, on one entry less.
  await page.reload()
  await expect(step('profile')).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state?.modals)).toBe(1)
  await page.goBack()
  await expect(step('phone')).toBeVisible()
  await expect(page).toHaveURL(/\/register$/)
  await press('register.next')(hand)
  await expect(step('otp')).toBeVisible()
  await button(hand, 'app.back').click()
  await expect(step('phone')).toBeVisible()
})

atOperator(
  'a number that is refused is told at its field, a wrong password without a reference for support',
  async ({ page, operator }) => {
    const refused = (message: string) => ({ status: 400, body: { message, requestId: 'abcd1234' } })
    const reference = page.getByText('abcd1234')
    operator.break('POST /otp/send', refused('PHONE_NUMBER_REQUIRE_10_DIGIT'))
    operator.break('POST /login', refused('WRONG_CREDENTIAL'))
    const hand = await arrive(page, 'en', true)
    await page.goto('/register')
    await field(hand, 'register.phone').fill(PHONE)
    await press('register.next')(hand)
    await expect(field(hand, 'register.phone')).toHaveAccessibleDescription(
      hand.words('register.phone-thailand'),
    )
    await expect(reference).toHaveCount(0)
    await page.goto('/login')
    await field(hand, 'session.phone').fill(PHONE)
    await page.locator('input[type=password]').fill('secret-123')
    await press('session.log-in')(hand)
    await expect(page.getByText(hand.words('errors.WRONG_CREDENTIAL'))).toBeVisible()
    await expect(reference).toHaveCount(0)
    operator.break('POST /login', refused('LOGIN_FAIL'))
    await press('session.log-in')(hand)
    await expect(reference).toBeVisible()
  },
)
