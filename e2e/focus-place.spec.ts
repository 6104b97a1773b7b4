// Where the focus is when what had it has gone: in the step that comes, or in the place of what was done.
import { expect, type Locator } from '@playwright/test'
import { arrive, named, test, words } from './elsewhere.ts'
import { hold } from './held.ts'

/** What is confirmed has its cost asked for first, and a key waits for nothing: on a button that is not ready yet it is lost. */
async function pressWhenReady(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

test.describe('on a low screen', () => {
  test.use({ viewport: { width: 360, height: 400 } })
  test('each step of a deposit begins at its top and has the focus', async ({ page }) => {
    await arrive(page)
    await page.getByRole('button', named('home.deposit')).click()
    const step = (key: string) => page.getByRole('region', named(key))
    const top = page.getByRole('button', named('deposit.other-way'))
    await step('deposit.choose')
      .getByRole('button')
      .filter({ hasText: words('deposit.way-bank') })
      .click()
    await expect(step('deposit.way-bank')).toBeFocused()
    await expect(top).toBeInViewport({ ratio: 1 })
    // At the end of all accounts.
    await page.getByRole('button', named('deposit.way-slip')).click()
    await expect(step('deposit.way-slip')).toBeFocused()
    await expect(top).toBeInViewport({ ratio: 1 })
    await top.press('Enter')
    await expect(step('deposit.choose')).toBeFocused()
    await expect(page.getByText(words('deposit.choose'))).toBeInViewport({ ratio: 1 })
    // A code takes the place of its form, and the form that of a code that was cancelled.
    await step('deposit.choose')
      .getByRole('button')
      .filter({ hasText: words('deposit.way-KBANK') })
      .click()
    const title = page.getByRole('heading', named('deposit.way-KBANK'))
    const amount = page.getByRole('textbox', named('deposit.amount'))
    await amount.fill('100')
    await amount.press('Enter')
    await expect(title).toBeFocused()
    await expect(title).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', named('deposit.qr-cancel')).press('Enter')
    await expect(amount).toBeVisible()
    await expect(title).toBeFocused()
  })
})

test('a bonus that is cancelled leaves the focus on the page, and the Tab key leads to what came instead', async ({
  page,
  operator,
}) => {
  operator.break('GET /bonus/check/active', {
    body: { status: true, type: 'bonus', state: 'chosen', code: 'B1' },
  })
  await arrive(page, '/user/bonus')
  await page.getByRole('button', named('bonus.cancel')).press('Enter')
  operator.putRight()
  await pressWhenReady(page.getByRole('button', named('bonus.cancel-confirm')))
  await expect(page.getByText(words('bonus.cancelled')).first()).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  const code = page.getByLabel(words('bonus.code'))
  await expect(code).toBeFocused()
  // And the same the other way round.
  await code.fill('songkran')
  await code.press('Enter')
  const activate = page.getByRole('button', named('bonus.activate'))
  await expect(activate).toBeVisible()
  operator.break('GET /bonus/check/active', {
    body: () => ({
      status: operator.asked.includes('GET /promotion/activate/{code}'),
      type: 'promotion',
      state: 'chosen',
    }),
  })
  await activate.press('Enter')
  await expect(page.getByText(words('bonus.activated')).first()).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', named('bonus.cancel'))).toBeFocused()
})

test('a coupon that is claimed leaves the focus at the coupons', async ({ page, operator }) => {
  await arrive(page, '/user/spin')
  await page.getByRole('button', named('spin.claim')).press('Enter')
  operator.break('GET /spinwheel/coupon', { body: { coupons: [] } })
  await pressWhenReady(page.getByRole('button', named('spin.claim-confirm')))
  await expect(page.getByText(words('spin.coupons-empty'))).toBeVisible()
  await expect(page.getByRole('region', named('spin.coupons'))).toBeFocused()
})

test('what asks again after a lost answer stays with the focus while it waits, and as its answer comes', async ({
  page,
  operator,
}) => {
  await arrive(page)
  await page.getByRole('button', named('home.withdraw')).click()
  const amount = page.getByRole('textbox', named('withdraw.amount'))
  await amount.fill('500')
  await amount.press('Enter')
  operator.break('POST /wallet/withdrawAll', { hangsUp: true })
  await page.getByRole('button', named('withdraw.confirm')).press('Enter')
  const again = page.getByRole('button', named('app.try-again'))
  await expect(again).toBeVisible()
  operator.putRight()
  const letGo = await hold(page, '**/api/statement')
  await again.press('Enter')
  await expect(page.getByRole('button', named('withdraw.confirm'))).toBeFocused()
  letGo()
  await expect(page.getByRole('dialog', named('withdraw.requested-title'))).toBeVisible()
  await expect(page.getByRole('button', named('withdraw.ok'))).toBeFocused()
})
