// Answers that an operator's own server may give within the wire, and ours never does.
import { expect, type Page } from '@playwright/test'
import { arrive, button, fillMoney, press } from './errors/place.ts'
import { toBankStep } from './errors/visitors.ts'
import { goodAnswers, slots, walletWith } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'
import { paidIn } from './operator/paid-in.ts'

for (const [call, opens, empty] of [
  ['agreements', 'home.agreement', 'agreement.empty'],
  ['conditions', 'app.menu-conditions', 'conditions.empty'],
] as const) {
  test(`an empty text is none of the operator’s ${call}`, async ({ page, operator }) => {
    operator.break(`GET /lookup/${call}`, { body: { [call]: ['', ' \n'] } })
    const hand = await arrive(page, 'en', false)
    await page.goto('/user/home')
    await press(opens)(hand)
    await expect(page.getByText(hand.words(empty))).toBeVisible()
  })
}

test('a carousel that does not go round says at its ends that it goes no further, and keeps the focus', async ({
  page,
}) => {
  const { words } = await arrive(page, 'en', false)
  await page.goto('/user/home')
  const games = page.getByRole('group', { name: words('home.group-slot'), exact: true })
  const [previous, next] = [
    games.getByLabel(words('home.previous-game')),
    games.getByLabel(words('home.next-game')),
  ]
  await expect(previous).toBeDisabled()
  await expect(next).toBeEnabled()
  await next.press('Enter')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await expect(previous).toBeEnabled()
})

test('while a bonus is active, why a received refund cannot be added is said', async ({ page, operator }) => {
  const check = { ...Object(goodAnswers['GET /refund/check']?.()), bonus: true, refundCollected: 25 }
  operator.break('GET /refund/check', { body: check })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.refund')(hand)
  await expect(button(hand, 'refund.add')).toBeDisabled()
  await expect(button(hand, 'refund.add')).toHaveAccessibleDescription(hand.words('refund.bonus-active-add'))
})

const STATEMENT = 'POST /statement'

for (const minutes of [60, -60]) {
  test(`the statement says how long ago by the server’s clock, whatever the phone’s says (${minutes} minutes)`, async ({
    page,
    operator,
  }) => {
    const createdAt = new Date(Date.now() - 5 * 60_000).toISOString()
    operator.break(STATEMENT, { body: { total: 1, statements: [{ ...paidIn('s-1', 100), createdAt }] } })
    await page.clock.install({ time: Date.now() + minutes * 60_000 })
    await arrive(page, 'en', false)
    await page.goto('/user/statement')
    await expect(page.getByRole('article')).toContainText(/5\sminutes ago/)
  })
}

test('a new password is called too easy only where the server says that it is about it', async ({
  page,
  operator,
}) => {
  const CHANGE = 'PUT /account/changepwd'
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/profile')
  await press('profile.change-password')(hand)
  const inputs = page.locator('dialog[open] input[type=password]')
  for (const [place, typed] of ['secret-123', 'secret-456', 'secret-456'].entries())
    await inputs.nth(place).fill(typed)
  const refused = { message: 'INVALID_USER_INFO' }
  operator.break(CHANGE, { status: 400, body: refused })
  await press('profile.change-password')(hand)
  await expect(page.getByText(hand.words('errors.INVALID_USER_INFO')).first()).toBeVisible()
  await expect(page.getByText(hand.words('profile.password-easy'))).toBeHidden()
  operator.break(CHANGE, { status: 400, body: { ...refused, field: 'newPassword' } })
  await press('profile.change-password')(hand)
  await expect(page.getByText(hand.words('profile.password-easy'))).toBeVisible()
})

/** What a browser draws as a torn picture, or as an empty box. */
const torn = (page: Page) =>
  page.evaluate(
    () => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length,
  )

test('a picture that is empty or does not come gives way to what is said without it', async ({
  page,
  operator,
}) => {
  const contact = { contactText: '<p>24 hours</p>', lineLink: 'https://line.example/o', lineName: '' }
  operator.break('GET /lookup/contact', { body: { ...contact, lineQR: '/none.png' } })
  const bonus = { code: 'WELCOME', type: 'day', maxReceived: 1, percentFail: 10, userBonus: null }
  operator.break('GET /bonus', {
    body: { bonuses: [{ ...bonus, banners: [{ image: '/none.png', html: '' }] }] },
  })
  operator.break('GET /invite/banners', {
    body: {
      banners: [
        { image: '', html: '' },
        { image: '/none.png', html: '' },
      ],
    },
  })
  const bare = slots.map((game) => ({ ...game, logo: '', background: '/none.png' }))
  operator.break('GET /wallet', { body: walletWith(bare) })
  const hand = await arrive(page, 'en', false)
  const { words } = hand
  await page.goto('/user/contact')
  await expect(page.getByText(words('contact.open-chat-unnamed'))).toBeVisible()
  await expect(page.getByText(words('contact.scan-unnamed'))).toBeHidden()
  await expect.poll(() => torn(page)).toBe(0)
  await page.goto('/user/bonus')
  await expect(page.getByRole('article')).toContainText('WELCOME')
  await press('bonus.details')(hand)
  await expect(page.getByRole('dialog').getByText('WELCOME')).toBeVisible()
  await expect.poll(() => torn(page)).toBe(0)
  await page.goto('/user/home')
  await expect(page.getByText('Lotus Lantern')).toBeVisible()
  await expect.poll(() => torn(page)).toBe(0)
  await press('home.invite')(hand)
  await expect(page.getByText(words('invite.how'))).toBeVisible()
})

test('what is odd in one row leaves the others on the screen', async ({ page, operator }) => {
  const odd = slots.map((game, place) => (place === 0 ? { ...game, category: 'fishing', logo: null } : game))
  const wallet = walletWith(odd)
  operator.break('GET /wallet', { body: { ...wallet, wallet: { amount: 1234.5000000000002 } } })
  operator.break(STATEMENT, {
    body: { total: 2, statements: [{ ...paidIn('s-2', 5), statementType: 'cashback' }, paidIn('s-1', 7)] },
  })
  operator.break('GET /bonus', {
    body: {
      bonuses: [
        { code: 'MONTHLY', type: 'month', maxReceived: 1, percentFail: 0, banners: [], userBonus: null },
      ],
    },
  })
  const { words } = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await expect(page.getByText('1,254.50').first()).toBeVisible()
  await expect(page.getByText('Lotus Lantern')).toBeVisible()
  await page.goto('/user/statement')
  await expect(page.getByRole('article')).toContainText([words('statement.type-other'), '7.00'])
  await page.goto('/user/bonus')
  await expect(page.getByRole('article')).toContainText('MONTHLY')
})

test('the time of the last update is that of the figures that are shown', async ({ page, operator }) => {
  await page.clock.install()
  const { words } = await arrive(page, 'en', false)
  await page.goto('/user/home')
  const now = page.getByText(words('home.updated-now'))
  await expect(now).toBeVisible()
  operator.break('GET /wallet', { status: 503, type: 'text/html', body: '<h1>Busy</h1>' })
  await page.clock.runFor(120_000)
  await expect(now).toBeHidden()
  operator.putRight()
  await page.clock.runFor(21_000)
  await expect(now).toBeVisible()
  // What the games were last known to hold is as old as it is.
  operator.break('GET /wallet', { body: { ...walletWith(slots), gamesAgeSeconds: 7_200 } })
  await page.clock.runFor(21_000)
  await expect(page.getByText(words('home.updated', { time: '2 hours ago' }))).toBeVisible()
})

for (const [said, told] of [
  ['OK', 'withdraw.requested-title'],
  ['We have received your request', 'errors.not-known'],
  ['MONEY_NOT_ENOUGH', 'withdraw.refused-title'],
] as const) {
  test(`a withdrawal that is answered as a success with “${said}” is told for what it is`, async ({
    page,
    operator,
  }) => {
    operator.break('POST /wallet/withdrawAll', { body: { message: said } })
    const hand = await arrive(page, 'en', false)
    await page.goto('/user/home')
    await press('home.withdraw')(hand)
    await fillMoney(hand, 'withdraw.amount', '100')
    await press('withdraw.withdraw')(hand)
    await press('withdraw.confirm')(hand)
    await expect(page.getByText(hand.words(told), { exact: true })).toBeVisible()
  })
}

test('a bank is offered by its Thai name where the server has no other; a list of none says that it did not load', async ({
  page,
  operator,
}) => {
  const BANKS = 'GET /lookup/banks'
  operator.break(BANKS, { body: { banks: [] } })
  const hand = await arrive(page, 'en', true)
  await toBankStep(hand)
  await expect(page.getByText(hand.words('register.banks-failed'))).toBeVisible()
  operator.break(BANKS, { body: { banks: [{ code: 'KTB', nameTH: 'ธนาคารกรุงไทย' }] } })
  await press('app.try-again')(hand)
  const banks = page.getByRole('combobox', { name: hand.words('register.bank'), exact: true })
  await banks.selectOption('KTB')
  await expect(banks.getByRole('option', { name: /ธนาคารกรุงไทย/ })).toHaveCount(1)
})
