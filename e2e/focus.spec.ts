// What is said, and where the hand stays: a toast over a sheet, the focus after a refusal.
import { expect, type Locator } from '@playwright/test'
import { arrive, look, named, test, words } from './elsewhere.ts'
import { hold } from './held.ts'
import { dropLongWaits } from './scenes/steps.ts'

test('a toast over an open sheet can be closed, and leaves the sheet open', async ({ page, operator }) => {
  await arrive(page)
  await page.getByRole('button', named('home.deposit')).click()
  await page
    .getByRole('button')
    .filter({ hasText: words('deposit.way-KBANK') })
    .click()
  await page.getByRole('textbox', named('deposit.amount')).fill('100')
  // No toast goes by itself.
  await page.evaluate(dropLongWaits)
  operator.break('POST /qrcode/{provider}', { status: 400, body: { message: 'QR_FAIL' } })
  await page.getByRole('button', named('deposit.create')).click()
  const toast = page.locator('[data-toaster]').filter({ hasText: words('errors.QR_FAIL') })
  await expect(toast).toBeVisible()
  await look(page, 'toast')
  await toast.getByRole('button', named('app.close')).click()
  await expect(toast).toBeHidden()
  await expect(page.getByRole('dialog', named('deposit.title'))).toBeVisible()
  // One that is there already moves along with what opens and closes.
  await page.getByRole('button', named('deposit.create')).click()
  await expect(toast).toBeVisible()
  await page
    .getByRole('dialog', named('deposit.title'))
    .getByRole('button', named('app.close'))
    .first()
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(toast).toBeVisible()
  await toast.getByRole('button', named('app.close')).click()
  await expect(toast).toBeHidden()
})

for (const height of [740, 640, 400]) {
  test(`toasts over a tall sheet leave its close button and its main action alone, on a phone ${height} high`, async ({
    page,
    operator,
  }) => {
    await page.setViewportSize({ width: 360, height })
    await arrive(page)
    await page.getByRole('button', named('home.deposit')).click()
    await page
      .getByRole('button')
      .filter({ hasText: words('deposit.way-KBANK') })
      .click()
    const sheet = page.getByRole('dialog', named('deposit.title'))
    await page.getByRole('textbox', named('deposit.amount')).fill('100')
    const create = page.getByRole('button', named('deposit.create'))
    const toasts = page.locator('[data-toaster] > *')
    await page.evaluate(dropLongWaits)
    for (const code of ['QR_FAIL', 'NO_COIN']) {
      operator.break('POST /qrcode/{provider}', { status: 400, body: { message: code } })
      await create.click()
      await expect(toasts.filter({ hasText: words(`errors.${code}`) })).toBeVisible()
    }
    await look(page, `toasts-${height}`)
    const close = sheet.getByRole('heading').first().locator('..').getByRole('button')
    for (const toast of await toasts.all())
      for (const other of [close, create])
        expect(await overlap(toast, other), await toast.innerText()).toBe(false)
  })
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('is not on the page')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('what is refused takes the focus from nobody, or brings it to the field that is wrong', async ({
  page,
  operator,
}) => {
  await page.goto('/icon.svg')
  await page.evaluate(() => localStorage.setItem('locale', 'en'))
  await page.goto('/login')
  await page.getByRole('textbox', named('session.phone')).fill('0812345678')
  const password = page.locator('input[type=password]')
  await password.fill('wrong')
  operator.break('POST /login', { status: 401, body: { message: 'WRONG_CREDENTIAL' } })
  await password.press('Enter')
  await expect(page.getByText(words('errors.WRONG_CREDENTIAL'))).toBeVisible()
  await expect(password).toBeFocused()
  const button = page.getByRole('button', named('session.log-in'))
  await button.click()
  await expect(page.getByText(words('errors.WRONG_CREDENTIAL'))).toBeVisible()
  await expect(button).toBeFocused()

  operator.break('POST /otp/send', { status: 400, body: { message: 'OTP_SEND_FAIL' } })
  await page.goto('/register')
  const phone = page.getByRole('textbox', named('register.phone'))
  await phone.fill('0812345678')
  await phone.press('Enter')
  await expect(page.getByText(words('errors.OTP_SEND_FAIL'))).toBeVisible()
  await expect(phone).toBeFocused()

  await arrive(page)
  await page.getByRole('button', named('home.withdraw')).click()
  const amount = page.getByRole('textbox', named('withdraw.amount'))
  await amount.fill('1')
  await page.getByRole('dialog').getByRole('button', named('withdraw.withdraw')).click()
  await expect(amount).toBeFocused()
  await page.goto('/user/profile')
  await page.getByRole('button', named('profile.change-password')).click()
  const secrets = page.locator('dialog[open] input[type=password]')
  await secrets.nth(0).fill('old-secret')
  await secrets.nth(1).fill('new-secret')
  await secrets.nth(2).fill('new-secret')
  operator.break('PUT /account/changepwd', { status: 400, body: { message: 'WRONG_PASSWORD' } })
  await secrets.nth(2).press('Enter')
  await expect(page.getByText(words('errors.WRONG_PASSWORD')).first()).toBeVisible()
  await expect(secrets.nth(0)).toBeFocused()
  operator.break('PUT /account/changepwd', { hangsUp: true })
  await secrets.nth(1).press('Enter')
  await expect(page.getByText(words('errors.unreachable')).first()).toBeVisible()
  await expect(secrets.nth(1)).toBeFocused()
})

test('the complaint at a field is in sight again once a keyboard has come', async ({ page }) => {
  await page.goto('/icon.svg')
  await page.evaluate(() => localStorage.setItem('locale', 'en'))
  await page.goto('/register')
  await page.getByRole('textbox', named('register.phone')).fill('0812345678')
  await page.getByRole('button', named('register.next')).click()
  await page.getByRole('textbox', named('register.otp')).fill('123456')
  await page.getByRole('textbox', named('register.name')).fill('Somchai Jaidee')
  const [password, repeated] = await page.locator('input[type=password]').all()
  await password?.fill('a-secret')
  await repeated?.fill('another')
  await page.getByRole('button', named('register.next')).click()
  const complaint = page.getByText(words('register.passwords-differ'))
  await expect(complaint).toBeInViewport({ ratio: 1 })
  const { y = 0, height = 0 } = (await complaint.boundingBox()) ?? {}
  // A keyboard whose edge cuts the complaint in two.
  await page.setViewportSize({ width: 360, height: Math.round(y + height / 2) })
  await expect(complaint).toBeInViewport({ ratio: 1 })
})

test('a sheet that opened before its figures were there takes them in, and does not come up a second time', async ({
  page,
}) => {
  await arrive(page)
  const letGo = await hold(page, '**/api/lookup/withdraw')
  await page.getByRole('button', named('home.withdraw')).click()
  const sheet = page.getByRole('dialog', named('withdraw.title'))
  await expect(sheet.getByRole('status', named('app.loading'))).toBeVisible()
  const opened = await sheet.elementHandle()
  letGo()
  await expect(page.getByRole('textbox', { name: words('withdraw.amount') })).toBeVisible()
  expect(await opened?.evaluate((dialog) => dialog.isConnected)).toBe(true)
})

test('a sheet that is open stays where it is when the phone is turned', async ({ page }) => {
  await arrive(page)
  await page.getByRole('button', named('home.withdraw')).click()
  const sheet = page.getByRole('dialog', named('withdraw.title'))
  const moving = () =>
    sheet.evaluate((dialog) => dialog.getAnimations().filter((one) => one.playState === 'running').length)
  await expect.poll(moving).toBe(0)
  await page.setViewportSize({ width: 740, height: 360 })
  expect(await moving()).toBe(0)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await moving()).toBe(0)
})

test('a sheet that comes back with its page has a ring for a keyboard, and none before', async ({ page }) => {
  await arrive(page)
  await page.getByRole('button', named('home.withdraw')).click()
  const sheet = page.getByRole('dialog', named('withdraw.title'))
  await expect(sheet).toBeVisible()
  await page.reload()
  await expect(sheet).toBeFocused()
  await expect(sheet).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Tab')
  const close = sheet.getByRole('button', named('app.close'))
  await expect(close).toBeFocused()
  await expect(close).toHaveCSS('outline-style', 'solid')
})

test('what is on its way to be registered keeps its words and the focus, and cannot be changed', async ({
  page,
}) => {
  await page.goto('/icon.svg')
  await page.evaluate(() => localStorage.setItem('locale', 'en'))
  await page.goto('/register')
  const sendPhone = await hold(page, '**/otp/send')
  const phone = page.getByRole('textbox', named('register.phone'))
  await phone.fill('0812345678')
  await phone.press('Enter')
  await expect(phone).not.toBeEditable()
  await expect(phone).toBeFocused()
  await expect(phone).toHaveValue('0812345678')
  sendPhone()

  const code = page.getByRole('textbox', named('register.otp'))
  const sendCode = await hold(page, '**/otp/verify')
  await code.fill('123456')
  await expect(code).not.toBeEditable()
  await expect(code).toBeFocused()
  await expect(code).toHaveValue('123456')
  sendCode()

  const name = page.getByRole('textbox', named('register.name'))
  const secrets = page.locator('input[type=password]')
  await name.fill('Somchai Jaidee')
  await secrets.nth(0).fill('a-secret')
  await secrets.nth(1).fill('a-secret')
  await hold(page, '**/account/validate')
  await secrets.nth(1).press('Enter')
  for (const field of [name, secrets.nth(0), secrets.nth(1)]) await expect(field).not.toBeEditable()
  await expect(page.getByRole('combobox', named('register.source'))).toBeDisabled()
  await expect(secrets.nth(1)).toBeFocused()
  await expect(secrets.nth(1)).toHaveValue('a-secret')
})

test('the second tap of a double tap that closes a dialog presses nothing below it', async ({ page }) => {
  await arrive(page)
  const statement = page.getByRole('link', named('app.menu-statement'))
  const box = await statement.boundingBox()
  if (!box) throw new Error('no menu')
  await page.getByRole('button', named('home.receive')).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/user\/home$/)
  // Nothing is held back from another place.
  await page.getByRole('link', named('app.menu-profile')).click()
  await expect(page).toHaveURL(/\/user\/profile$/)
})
