// Servers that speak the wire and nothing more: they know no Idempotency-Key, no kind of a coupon, and have a clock of their own.
import { expect, type Page } from '@playwright/test'
import { money } from './errors/money.ts'
import { arrive, button, field, fillMoney, type Hand, press } from './errors/place.ts'
import { slots, walletWith } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'

const WITHDRAW = 'POST /wallet/withdrawAll'
const TRANSFER = 'POST /wallet/transfer'
const STATEMENT = 'POST /statement'
/** Of a proxy that gave up waiting. */
const NO_ANSWER = { status: 504, type: 'text/html', body: '<h1>Gateway time-out</h1>' }

const lessThanBefore = { ...walletWith(slots), wallet: { amount: 1134.5 } }

async function withdrawWithoutAnswer(page: Page): Promise<Hand> {
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  // How the statement was before is known by then.
  const seen = page.waitForResponse('**/api/statement')
  await press('home.withdraw')(hand)
  await fillMoney(hand, 'withdraw.amount', '100')
  await press('withdraw.withdraw')(hand)
  await (await seen).finished()
  await press('withdraw.confirm')(hand)
  await expect(page.getByText(hand.words('errors.not-known'), { exact: true })).toBeVisible()
  return hand
}

test('a withdrawal that stands in the statement is not sent again', async ({ page, operator }) => {
  operator.break(WITHDRAW, NO_ANSWER)
  const hand = await withdrawWithoutAnswer(page)
  operator.break('GET /wallet', { body: lessThanBefore })
  const row = { _id: 's-2', statementType: 'withdraw', status: 'PENDING', from: 'WALLET', to: 'BANK' }
  const createdAt = new Date().toISOString()
  operator.break(STATEMENT, { body: { total: 1, statements: [{ ...row, amount: 100, createdAt }] } })
  await press('app.try-again')(hand)
  await expect(page.getByText(hand.words('withdraw.requested-title'), { exact: true })).toBeVisible()
  expect(operator.asked.filter((call) => call === WITHDRAW)).toHaveLength(1)
})

const withdrawals = (asked: readonly string[]) => asked.filter((call) => call === WITHDRAW)

for (const [what, now] of [
  ['the balance has changed', lessThanBefore],
  // Of which it was paid: the wallet ends as it was.
  ['a game was emptied', walletWith(slots.map((game) => ({ ...game, amount: 0 })))],
] as const) {
  test(`a withdrawal is not sent again where ${what}, however late the statement is`, async ({
    page,
    operator,
  }) => {
    operator.break(WITHDRAW, NO_ANSWER)
    const hand = await withdrawWithoutAnswer(page)
    operator.break('GET /wallet', { body: now })
    await press('app.try-again')(hand)
    await expect(page.getByText(hand.words('errors.perhaps-done'))).toBeVisible()
    expect(withdrawals(operator.asked)).toHaveLength(1)
  })
}

test('a withdrawal is not sent again while neither statement nor balance can be looked at', async ({
  page,
  operator,
}) => {
  operator.break(WITHDRAW, NO_ANSWER)
  const hand = await withdrawWithoutAnswer(page)
  operator.break(STATEMENT, { status: 500, body: '<h1>Broken</h1>', type: 'text/html' })
  await press('app.try-again')(hand)
  await expect(page.getByText(hand.words('errors.unreachable'))).toBeVisible()
  expect(withdrawals(operator.asked)).toHaveLength(1)
  operator.putRight()
  await press('app.try-again')(hand)
  await expect(page.getByText(hand.words('withdraw.requested-title'), { exact: true })).toBeVisible()
  expect(withdrawals(operator.asked)).toHaveLength(2)
})

test('a withdrawal that is refused after one without an answer is not told as if nothing was paid', async ({
  page,
  operator,
}) => {
  operator.break(WITHDRAW, NO_ANSWER)
  const hand = await withdrawWithoutAnswer(page)
  operator.break(WITHDRAW, { status: 400, body: { message: 'MONEY_NOT_ENOUGH' } })
  await press('app.try-again')(hand)
  const dialog = page.getByRole('alertdialog', { name: hand.words('errors.not-known'), exact: true })
  await expect(dialog).toContainText(hand.words('errors.perhaps-done'))
  await expect(dialog).not.toContainText(hand.words('withdraw.collected-less'))
  await press('app.statement')(hand)
  await expect(page).toHaveURL(/\/user\/statement$/)
})

test('what is tried again without a line says so at once, and nothing is sent later', async ({
  page,
  context,
  operator,
}) => {
  operator.break(WITHDRAW, NO_ANSWER)
  const hand = await withdrawWithoutAnswer(page)
  await context.setOffline(true)
  await press('app.try-again')(hand)
  await expect(button(hand, 'app.try-again')).toBeVisible()
  await context.setOffline(false)
  await press('app.statement')(hand)
  await expect(page).toHaveURL(/\/user\/statement$/)
  expect(operator.asked.filter((call) => call === WITHDRAW)).toHaveLength(1)
})

async function transferWithoutAnswer(page: Page): Promise<Hand> {
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  const seen = page.waitForResponse('**/api/statement')
  await press('home.transfer')(hand)
  await page.getByRole('combobox').first().selectOption('WALLET')
  await page.getByRole('combobox').last().selectOption('PG')
  await fillMoney(hand, 'transfer.amount', '10')
  await (await seen).finished()
  await press('transfer.title')(hand)
  await expect(page.getByText(hand.words('transfer.unknown'))).toBeVisible()
  return hand
}

for (const [status, told] of [
  ['SUCCESS', 'transfer.moved-title'],
  ['PENDING', 'transfer.in-progress'],
] as const) {
  test(`a transfer that stands in the statement as ${status} is not sent again`, async ({
    page,
    operator,
  }) => {
    operator.break(TRANSFER, NO_ANSWER)
    const hand = await transferWithoutAnswer(page)
    operator.break('GET /wallet', { body: lessThanBefore })
    const row = { _id: 's-2', statementType: 'transfer', status, from: 'WALLET', to: 'PG', amount: 10 }
    const createdAt = new Date().toISOString()
    operator.break(STATEMENT, { body: { total: 1, statements: [{ ...row, createdAt }] } })
    await press('app.try-again')(hand)
    await expect(page.getByText(hand.words(told))).toBeVisible()
    expect(operator.asked.filter((call) => call === TRANSFER)).toHaveLength(1)
  })
}

test('a transfer of which nothing is seen is sent again, whatever another game holds by now', async ({
  page,
  operator,
}) => {
  operator.break(TRANSFER, NO_ANSWER)
  const hand = await transferWithoutAnswer(page)
  operator.putRight()
  const played = slots.map((game) => (game.code === 'ASKMEBET' ? { ...game, amount: 70 } : game))
  operator.break('GET /wallet', { body: walletWith(played.reverse()) })
  await press('app.try-again')(hand)
  await expect(page.getByText(hand.words('transfer.moved-title'))).toBeVisible()
  expect(operator.asked.filter((call) => call === TRANSFER)).toHaveLength(2)
})

test('a transfer that is refused after one without an answer is not told as if nothing was moved', async ({
  page,
  operator,
}) => {
  operator.break(TRANSFER, NO_ANSWER)
  const hand = await transferWithoutAnswer(page)
  operator.break(TRANSFER, { status: 400, body: { message: 'TRANSFER_FAIL' } })
  await press('app.try-again')(hand)
  const dialog = page.getByRole('alertdialog', { name: hand.words('errors.not-known'), exact: true })
  await expect(dialog).toContainText(hand.words('errors.perhaps-done'))
  await expect(dialog).not.toContainText(hand.words('errors.TRANSFER_FAIL'))
})

for (const [what, trouble, hint] of [
  ['do not come', { status: 500, body: '<h1>Broken</h1>', type: 'text/html' }, null],
  ['are none', { body: { withdrawMin: 0, withdrawMax: 0 } }, null],
  ['contradict each other', { body: { withdrawMin: 100, withdrawMax: 50 } }, null],
  ['are one amount', { body: { withdrawMin: 100, withdrawMax: 100 } }, '100'],
] as const) {
  test(`a withdrawal whose limits ${what} can be made`, async ({ page, operator }) => {
    operator.break('GET /lookup/withdraw', trouble)
    const hand = await arrive(page, 'en', false)
    await page.goto('/user/home')
    await press('home.withdraw')(hand)
    await expect(field(hand, 'withdraw.amount')).toBeVisible()
    const currency = hand.words('app.currency-THB')
    const one = page.getByText(hand.words('withdraw.limits-one', { amount: '100', currency }), {
      exact: true,
    })
    await expect(one).toHaveCount(hint ? 1 : 0)
    await fillMoney(hand, 'withdraw.amount', '100')
    await press('withdraw.withdraw')(hand)
    await press('withdraw.confirm')(hand)
    await expect(page.getByText(hand.words('withdraw.requested-title'), { exact: true })).toBeVisible()
  })
}

for (const [what, trouble, isPerhapsThere] of [
  ['a proxy did not let through', { status: 413, type: 'text/html', body: '<h1>413</h1>' }, false],
  ['a broken server may have taken', { status: 500, body: { message: 'INTERNAL_SERVER_ERROR' } }, true],
] as const) {
  test(`a slip that ${what} is told as that`, async ({ page, operator }) => {
    const slip = money.find(({ name }) => name === 'slip')
    if (!slip) throw new Error('no place sends a slip')
    operator.break('POST /wallet/slip', trouble)
    const hand = await arrive(page, 'en', false)
    await slip.open(hand)
    await slip.act(hand)
    const text = isPerhapsThere ? 'slip.perhaps-sent' : 'errors.too-large'
    await expect(page.getByRole('alert').filter({ hasText: hand.words(text) })).toBeVisible()
    await expect(button(hand, 'slip.status')).toHaveCount(isPerhapsThere ? 1 : 0)
  })
}

test('a claim that is refused with a status of its own is told as refused', async ({ page, operator }) => {
  const no = { success: false, error: 'NO_CLAIMABLE_COUPON' }
  operator.break('POST /spinwheel/coupon/claim', { status: 409, body: no })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/spin')
  await press('spin.claim')(hand)
  await press('spin.claim-confirm')(hand)
  await expect(page.getByText(hand.words('errors.NO_CLAIMABLE_COUPON'))).toBeVisible()
})

test('a claim that is refused after one without an answer is not told as if nothing was claimed', async ({
  page,
  operator,
}) => {
  operator.break('POST /spinwheel/coupon/claim', NO_ANSWER)
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/spin')
  await press('spin.claim')(hand)
  await press('spin.claim-confirm')(hand)
  await expect(page.getByText(hand.words('spin.claim-unknown'))).toBeVisible()
  operator.break('POST /spinwheel/coupon/claim', { body: { success: false, error: 'NO_CLAIMABLE_COUPON' } })
  await press('app.try-again')(hand)
  const dialog = page.getByRole('dialog', { name: hand.words('errors.not-known'), exact: true })
  await expect(dialog).toContainText(hand.words('spin.claim-perhaps'))
  await expect(page.getByText(hand.words('errors.NO_CLAIMABLE_COUPON'))).toHaveCount(0)
  await expect(page.getByText(hand.words('spin.claim-failed'))).toHaveCount(0)
  await press('spin.ok')(hand)
  await expect(dialog).toHaveCount(0)
})

test('a coupon that does not say what it is shows a bare number', async ({ page }) => {
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/spin')
  await expect(page.getByRole('cell', { name: '20', exact: true })).toBeVisible()
  await press('spin.claim')(hand)
  await press('spin.claim-confirm')(hand)
  await expect(page.getByText(hand.words('spin.claimed-prize', { prize: 'เงินรางวัล' })).first()).toBeVisible()
})

test('a bonus that was received on another of the server’s days can be had, whatever day the phone has', async ({
  page,
  operator,
}) => {
  const DAY_MS = 24 * 60 * 60 * 1000
  const updatedAt = new Date(Date.now() - DAY_MS).toISOString()
  const userBonus = { _id: 'ub-1', isActive: false, received: [{ updatedAt }] }
  const bonus = { code: 'DAILY', type: 'day', maxReceived: 1, percentFail: 10, banners: [], userBonus }
  operator.break('GET /bonus', { body: { bonuses: [bonus] } })
  await page.clock.install({ time: Date.now() - DAY_MS })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/bonus')
  await expect(page.getByRole('article')).toContainText('DAILY')
  await expect(button(hand, 'bonus.details')).toBeEnabled()
})

test('the chat comes when a proxy in front of the server is well again', async ({ page, operator }) => {
  const CHAT = 'GET /lookup/enableChatWidget'
  operator.break(CHAT, { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' })
  const hand = await arrive(page, 'en', false)
  const told = page.waitForResponse('**/lookup/enableChatWidget')
  await page.goto('/user/home')
  await (await told).finished()
  operator.break(CHAT, { body: { enableChatWidget: true } })
  await expect(button(hand, 'chat-bubble.open')).toBeVisible()
})
