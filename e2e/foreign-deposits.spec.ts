// Paying in at a server that speaks the wire and nothing more: it may hold back whoever asks too often, name no currency of a wallet, and know of no
// account of the member's.
import { expect, type Page } from '@playwright/test'
import { arrive, button, chooseWay, fillMoney, press } from './errors/place.ts'
import { goodAnswers, slots, walletWith } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'
import type { OperatorServer } from './operator/server.ts'

const GET_QR = 'GET /qrcode/{provider}'
const LIST_SLIPS = 'POST /statement/slip'
/** Held back for so long that nobody asks again by chance. */
const TOO_OFTEN = { status: 429, body: { message: 'REQUEST_LIMIT', retryAfter: 40 } }

/** From now on it is asked too often: it is asked once more, is left alone as long as it says, and then is asked again. */
async function isLeftAlone(page: Page, operator: OperatorServer, call: string): Promise<void> {
  const times = () => operator.asked.filter((one) => one === call).length
  const before = times()
  operator.break(call, TOO_OFTEN)
  const refused = page.waitForResponse((answer) => answer.status() === TOO_OFTEN.status)
  await expect(async () => {
    await page.clock.runFor(1_000)
    expect(times()).toBe(before + 1)
  }).toPass()
  await (await refused).finished()
  // What that answer leads to is done before that of a later call.
  await page.evaluate(async () => void (await (await fetch('/icon.svg')).text()))
  for (let second = 0; second < 30; second += 1) await page.clock.runFor(1_000)
  expect(times()).toBe(before + 1)
  await page.clock.runFor(15_000)
  await expect.poll(times).toBe(before + 2)
}

test('a server that is asked too often about a code is left alone as long as it says, and is no line that is away', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'en', false)
  await page.clock.install()
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await chooseWay('KBANK')(hand)
  await fillMoney(hand, 'deposit.amount', '100')
  operator.break(GET_QR, { body: goodAnswers['POST /qrcode/{provider}']?.() })
  await press('deposit.create')(hand)
  await expect(button(hand, 'deposit.qr-cancel')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await isLeftAlone(page, operator, GET_QR)
  await expect(page.getByText(hand.words('deposit.qr-cut'))).toBeHidden()
})

test('a server that is asked too often about a slip is left alone as long as it says', async ({
  page,
  operator,
}) => {
  const { slips } = Object(goodAnswers[LIST_SLIPS]?.())
  operator.break(LIST_SLIPS, { body: { slips: [{ ...slips[0], status: 'PENDING', note: '' }] } })
  const hand = await arrive(page, 'en', false)
  await page.evaluate(() => sessionStorage.setItem('slip', 'slip-1'))
  await page.clock.install()
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  const seen = page.waitForResponse('**/statement/slip')
  await chooseWay('slip')(hand)
  await (await seen).finished()
  await page.clock.pauseAt(Date.now() + 60_000)
  await isLeftAlone(page, operator, LIST_SLIPS)
})

for (const [country, language] of [
  ['th', 'th'],
  ['la', 'la'],
] as const) {
  test.describe(`the build for ${country}`, () => {
    test.use({ country })
    test('offers support beside another upload for a slip that could not be read', async ({
      page,
      operator,
    }) => {
      const { slips } = Object(goodAnswers[LIST_SLIPS]?.())
      const unread = { ...slips[0], status: 'FAILED', note: 'INVALID_SLIP', reference: 'slip-1' }
      operator.break(LIST_SLIPS, { body: { total: 1, slips: [unread] } })
      const hand = await arrive(page, language, false)
      await page.evaluate(() => sessionStorage.setItem('slip', 'slip-1'))
      await page.goto('/user/home')
      await press('home.deposit')(hand)
      await chooseWay('slip')(hand)
      await expect(button(hand, 'slip.another')).toBeVisible()
      await expect(page.getByText(hand.words('slip.unread-bank'))).toHaveCount(country === 'la' ? 1 : 0)
      await page.getByRole('link', { name: hand.words('slip.contact'), exact: true }).click()
      await expect(page).toHaveURL(/\/user\/contact$/)
    })
  })
}

test('a member without a bank account is told so, and not that the operator’s accounts may have changed', async ({
  page,
  operator,
}) => {
  operator.break('GET /wallet', { body: { ...walletWith(slots), bankAccount: null } })
  operator.break('POST /wallet/add', { status: 400, body: { message: 'NO_BANK' } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await chooseWay('bank')(hand)
  await fillMoney(hand, 'deposit.amount-optional', '100')
  await press('deposit.announce')(hand)
  await expect(page.getByText(hand.words('errors.NO_BANK')).first()).toBeVisible()
  await expect(page.getByText(hand.words('deposit.no-account'))).toBeHidden()
})

test.describe('in Laos', () => {
  test.use({ country: 'la' })
  test('a member whose wallet names no currency pays in by the accounts that are theirs, in their currency', async ({
    page,
    operator,
  }) => {
    const known = Object(goodAnswers['GET /lookup/deposit']?.())
    const banks = known.banks.map((account: object) => ({ ...account, currency: 'BAHT' }))
    operator.break('GET /lookup/deposit', { body: { ...known, banks } })
    const hand = await arrive(page, 'la', false)
    await page.goto('/user/home')
    await press('home.deposit')(hand)
    await chooseWay('bank')(hand)
    await expect(page.getByText('KAPAO CO LTD')).toBeVisible()
    await press('deposit.other-way')(hand)
    await chooseWay('KBANK')(hand)
    await expect(page.getByRole('dialog')).toContainText(hand.words('app.currency-BAHT'))
    await expect(page.getByRole('dialog')).not.toContainText(hand.words('app.currency-LAK'))
  })
})
