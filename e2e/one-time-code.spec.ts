// The code of the SMS, at any operator's: the wire does not say how long it is.
import { expect, type Page } from '@playwright/test'
import { arrive, field, type Hand, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'
import { Keys, listen } from './scenes/keys.ts'

const VERIFY = 'POST /otp/verify'

async function toCode(page: Page): Promise<Hand> {
  const hand = await arrive(page, 'en', true)
  await page.goto('/register')
  await field(hand, 'register.phone').fill('0812345678')
  await press('register.next')(hand)
  await expect(field(hand, 'register.otp')).toBeVisible()
  return hand
}

for (const [locale, seconds, wait] of [
  ['en', 890, /in\s15\sminutes\.$/],
  ['en', 82_900, /in\s24\shours\.$/],
  ['en', undefined, /wait a while, then ask for a new one\.$/],
  ['th', 890, /ในอีก\s15\sนาที$/],
  ['la', 82_900, /ໃນອີກ\s24\sຊົ່ວໂມງ$/],
] as const) {
  test(`who gets no code is told until when, where the server says so (${locale}, ${seconds})`, async ({
    page,
    operator,
  }) => {
    operator.break('POST /otp/send', { status: 429, body: { message: 'OTP_BLOCK', retryAfter: seconds } })
    const hand = await arrive(page, locale, true)
    await page.goto('/register')
    await field(hand, 'register.phone').fill('0812345678')
    await press('register.next')(hand)
    await expect(page.getByRole('alert').filter({ hasText: wait })).toBeVisible()
  })
}

for (const [code, how] of [
  ['4829', 'four digits'],
  ['48291357', 'eight digits'],
] as const) {
  test(`a code of ${how} that is typed goes out whole, by the button`, async ({ page, operator }) => {
    await page.clock.install()
    const hand = await toCode(page)
    // However slow the machine is, nobody pauses here.
    await page.clock.pauseAt(Date.now() + 60_000)
    await field(hand, 'register.otp').pressSequentially(code)
    await page.clock.runFor(5_000)
    expect(operator.asked).not.toContain(VERIFY)
    const sent = page.waitForRequest('**/otp/verify')
    await press('register.confirm')(hand)
    expect((await sent).postDataJSON()).toMatchObject({ otpCode: code })
  })
}

test('a code of six digits goes out by itself, typed or pasted', async ({ page, operator }) => {
  operator.break(VERIFY, { status: 400, body: { message: 'OTP_CODE_INVALID' } })
  const hand = await toCode(page)
  const typed = page.waitForRequest('**/otp/verify')
  await field(hand, 'register.otp').pressSequentially('482913')
  expect((await typed).postDataJSON()).toMatchObject({ otpCode: '482913' })
  await expect(page.getByText(hand.words('errors.OTP_CODE_INVALID'))).toBeVisible()
  const pasted = page.waitForRequest('**/otp/verify')
  await field(hand, 'register.otp').fill('OTP 357135 (Ref: 7A2B)')
  expect((await pasted).postDataJSON()).toMatchObject({ otpCode: '357135' })
})

test('a new code is told of and begins in an empty field, under the same token too', async ({
  page,
  operator,
}) => {
  await page.clock.install()
  await listen(page)
  const hand = await toCode(page)
  const typed = field(hand, 'register.otp')
  await typed.pressSequentially('4829')
  operator.break('POST /otp/send', { body: { otpRef: 'B7C2', otpToken: 'otp-token', code: 'OK' } })
  await page.clock.runFor(61_000)
  await press('register.resend')(hand)
  await expect(page.getByText('B7C2')).toBeVisible()
  await expect(typed).toHaveValue('')
  await expect(typed).toBeFocused()
  await new Keys(page, hand.words).hears('B7C2')
})

test('a code that was refused is not sent again until it is changed', async ({ page, operator }) => {
  operator.break(VERIFY, { status: 400, body: { message: 'OTP_CODE_INVALID' } })
  const hand = await toCode(page)
  const tries = () => operator.asked.filter((call) => call === VERIFY).length
  await field(hand, 'register.otp').fill('111111')
  await expect(page.getByText(hand.words('errors.OTP_CODE_INVALID'))).toBeVisible()
  await press('register.confirm')(hand)
  await press('register.confirm')(hand)
  await field(hand, 'register.otp').fill('222222')
  await expect.poll(tries).toBe(2)
  await expect(page.getByText(hand.words('errors.OTP_CODE_INVALID'))).toBeVisible()
})
