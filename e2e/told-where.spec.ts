// A refusal says where the money is, and nothing that the server did not: it may be in a game as well as in the wallet, or in an account that is switched off.
import { expect, type Locator } from '@playwright/test'
import { openGame } from './errors/games.ts'
import { arrive, button, field, fillMoney, goAfresh, type Hand, press } from './errors/place.ts'
import { slots, walletWith } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'
import { countryOf, leaveApp } from './scenes/scene.ts'
import { locales } from './words.ts'

async function fillMove(hand: Hand, from: string, to: string): Promise<void> {
  const places = hand.page.getByRole('combobox')
  await places.first().selectOption(from)
  await places.last().selectOption(to)
  await field(hand, 'transfer.amount').fill('10')
}

async function move(hand: Hand, from: string, to: string): Promise<void> {
  await fillMove(hand, from, to)
  await press('transfer.title')(hand)
}

async function bringAll({ page, words }: Hand): Promise<void> {
  const name = words('transfer.bring-all', { place: words('transfer.wallet') })
  await page.getByRole('combobox').last().selectOption('WALLET')
  await page.getByRole('button', { name, exact: true }).click()
}

const ways: readonly [way: string, says: string, go: (hand: Hand) => Promise<void>][] = [
  ['into a game', 'errors.TRANSFER_FAIL', (hand) => move(hand, 'WALLET', 'PG')],
  ['out of a game', 'transfer.kept', (hand) => move(hand, 'PG', 'WALLET')],
  ['from game to game', 'transfer.kept', (hand) => move(hand, 'PG', 'JOKER2')],
  ['out of all games', 'transfer.kept', bringAll],
]
for (const [way, says, go] of ways) {
  test(`a transfer ${way} that failed is told with where the money is`, async ({ page, operator }) => {
    const refused = { status: 400, body: { message: 'TRANSFER_FAIL' } }
    for (const call of ['transfer', 'transferAll']) operator.break(`POST /wallet/${call}`, refused)
    operator.break('GET /wallet', { body: walletWith(slots.map((game) => ({ ...game, isActive: true }))) })
    const hand = await arrive(page, 'en', false)
    await page.goto('/user/home')
    await press('home.transfer')(hand)
    await go(hand)
    await expect(page.getByRole('alertdialog')).toContainText(hand.words(says))
  })
}

const nameOf = (code: string) => slots.find((game) => game.code === code)?.name ?? code
const inPart: readonly [from: string, to: string, rest: (wallet: string) => string][] = [
  ['WALLET', 'PG', (wallet) => wallet],
  ['PG', 'WALLET', () => nameOf('PG')],
  ['PG', 'JOKER2', (wallet) => `${nameOf('PG')} / ${wallet}`],
]
for (const [from, to, placeOf] of inPart) {
  test(`less than was asked for from ${from} to ${to} is told with both amounts, and where the rest is`, async ({
    page,
    operator,
  }) => {
    operator.break('POST /wallet/transfer', { body: { message: 'SUCCESS', amount: 4.25 } })
    operator.break('GET /wallet', { body: walletWith(slots.map((game) => ({ ...game, isActive: true }))) })
    const hand = await arrive(page, 'en', false)
    const { words } = hand
    await page.goto('/user/home')
    await press('home.transfer')(hand)
    await move(hand, from, to)
    const currency = words('app.currency-THB')
    const wallet = words('transfer.wallet')
    const [source, target] = [from, to].map((code) => (code === 'WALLET' ? wallet : nameOf(code)))
    const told = page.getByRole('alertdialog', { name: words('transfer.moved-in-part') })
    await expect(told).toContainText(
      words('transfer.moved-less', {
        amount: '4.25',
        asked: '10.00',
        currency,
        from: source ?? '',
        to: target ?? '',
      }),
    )
    await expect(told).toContainText(
      words('transfer.rest', { amount: '5.75', currency, place: placeOf(wallet) }),
    )
  })
}

test('a game that took less is not opened before the player has read it', async ({ page, operator }) => {
  operator.break('POST /wallet/transfer', { body: { message: 'SUCCESS', amount: 4.25 } })
  operator.break('GET /wallet', { body: walletWith(slots.map((game) => ({ ...game, isActive: true }))) })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.transfer')(hand)
  await fillMove(hand, 'WALLET', 'PG')
  const shut = page.waitForEvent('popup').then((game) => game.waitForEvent('close'))
  await press('transfer.play')(hand)
  await shut
  await expect(page.getByRole('alertdialog', { name: hand.words('transfer.moved-in-part') })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await press('transfer.enter')(hand)
  await opened
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a withdrawal for which the games gave too little is told with where the money is', async ({
  page,
  operator,
}) => {
  operator.break('POST /wallet/withdrawAll', { status: 400, body: { message: 'MONEY_NOT_ENOUGH' } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.withdraw')(hand)
  await fillMoney(hand, 'withdraw.amount', '1200')
  await press('withdraw.withdraw')(hand)
  const came = { ...walletWith(slots), wallet: { amount: 1100.5 } }
  operator.break('GET /wallet', { body: came })
  await press('withdraw.confirm')(hand)
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText(hand.words('withdraw.collected-less'))
  await expect(told).toContainText(hand.words('withdraw.kept-by', { games: nameOf('PG') }))
  await expect(told).toContainText(
    hand.words('withdraw.now', { amount: '1,100.50', currency: hand.words('app.currency-THB') }),
  )
})

test('what the games kept is not told by figures from before the withdrawal', async ({ page, operator }) => {
  operator.break('POST /wallet/withdrawAll', { status: 400, body: { message: 'MONEY_NOT_ENOUGH' } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.withdraw')(hand)
  await fillMoney(hand, 'withdraw.amount', '1200')
  await press('withdraw.withdraw')(hand)
  operator.break('GET /wallet', { status: 400, body: { message: 'NO_DATA' } })
  const looked = page.waitForResponse('**/api/wallet')
  await press('withdraw.confirm')(hand)
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText(hand.words('withdraw.collected-less'))
  await looked
  await expect(told.locator('p')).toHaveCount(1)
})

for (const locale of locales) {
  test.describe(() => {
    test.use({ country: countryOf(locale) })
    test(`who is switched off, or has no wallet, is told so at every place that waits for the wallet (${locale})`, async ({
      page,
      operator,
    }) => {
      const hand = await arrive(page, locale, false)
      for (const code of ['INACTIVE_USER', 'NO_WALLET']) {
        const refused = { status: code === 'NO_WALLET' ? 400 : 403, body: { message: code } }
        operator.break('GET /wallet', refused)
        operator.break('GET /lookup/deposit', refused)
        const told = (place: Locator) => expect(place.getByText(hand.words(`errors.${code}`))).toBeVisible()
        await goAfresh(hand, '/user/home')
        await told(page.getByRole('main'))
        await press('home.deposit')(hand)
        await told(page.getByRole('dialog'))
        await leaveApp(page)
        // A sheet that was open comes back with its page.
        const game = JSON.stringify({ kind: 'game', code: 'PG', page: '/user/home' })
        await page.evaluate((sheet) => sessionStorage.setItem('sheet', sheet), game)
        await page.goto('/user/home')
        await told(page.getByRole('dialog'))
      }
    })
  })
}

test('home asks seldom of a server that says that the account is switched off, and has its figures when it is on again', async ({
  page,
  operator,
}) => {
  await page.clock.install()
  // However long the machine takes, no more of the minute goes by than the test lets.
  await page.clock.pauseAt(Date.now() + 60_000)
  operator.break('GET /wallet', { status: 403, body: { message: 'INACTIVE_USER' } })
  const { words } = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await expect(async () => {
    await page.clock.runFor(10)
    expect(await page.getByText(words('errors.INACTIVE_USER')).isVisible()).toBe(true)
  }).toPass()
  const asked = () => operator.asked.filter((call) => call === 'GET /wallet').length
  const before = asked()
  await page.clock.runFor(45_000)
  expect(asked()).toBe(before)
  operator.putRight()
  await page.clock.runFor(16_000)
  await expect.poll(asked).toBe(before + 1)
  await page.clock.resume()
  await expect(page.getByText('1,254.50').first()).toBeVisible()
})

const fromHome = (key: string) => async (hand: Hand) => {
  await goAfresh(hand, '/user/home')
  await press(key)(hand)
  await expect(hand.page.getByRole('dialog')).toBeVisible()
}
const places: readonly [place: string, call: string, go: (hand: Hand) => Promise<void>][] = [
  ['the conditions', 'GET /lookup/conditions', fromHome('app.menu-conditions')],
  ['the agreement', 'GET /lookup/agreements', fromHome('home.agreement')],
  ['the refund', 'GET /refund/check', fromHome('home.refund')],
  ['the transfer', 'GET /wallet', fromHome('home.transfer')],
  ['the profile', 'GET /account/profile', (hand) => goAfresh(hand, '/user/profile')],
  ['the wheel', 'GET /spinwheel/setup', (hand) => goAfresh(hand, '/user/spin')],
  ['the coupons', 'GET /spinwheel/coupon', (hand) => goAfresh(hand, '/user/spin')],
  ['a log-in to a game', 'GET /wallet/account/{code}', (hand) => openGame(hand, 'Lotus Lantern')],
  [
    'the terms of a coupon',
    'GET /bonus/check/active',
    async (hand) => {
      await goAfresh(hand, '/user/spin')
      await press('spin.claim')(hand)
    },
  ],
]
for (const [place, call, go] of places) {
  test(`what keeps ${place} away stays there in words while it is asked for again`, async ({
    page,
    operator,
  }) => {
    const coupon = { _id: 'c1', prize: { name: '20', slice: '20' }, amount: 20, kind: 'money' }
    operator.break('GET /spinwheel/coupon', { body: { coupons: [coupon] } })
    operator.break(call, { status: 403, body: { message: 'INACTIVE_USER' } })
    const hand = await arrive(page, 'en', false)
    await go(hand)
    const told = page.locator('dialog[open], main').last().getByText(hand.words('errors.INACTIVE_USER'))
    await expect(told).toBeVisible()
    operator.break(call, { holds: true })
    await press('app.try-again')(hand)
    await expect(button(hand, 'app.try-again')).toHaveAttribute('aria-busy', 'true')
    await expect(told).toBeVisible()
    await expect(page.getByText(hand.words('errors.unreachable'))).toBeHidden()
  })
}

const waits = ['the refund', 'the coupons', 'the terms of a coupon']
const mended: readonly [...(typeof places)[number], says?: string][] = [
  ...places.filter(([place]) => !waits.includes(place)),
  ['the friends', 'POST /invite', fromHome('home.invite'), 'invite.failed'],
  ['the refunds of before', 'POST /refund', fromHome('home.refund'), 'refund.past-failed'],
]
for (const [place, call, go, says = 'errors.server-down'] of mended) {
  test(`what kept ${place} away goes without a press once the server is well`, async ({ page, operator }) => {
    operator.break(call, { status: 502, type: 'text/html', body: '<html>Bad gateway</html>' })
    const hand = await arrive(page, 'en', false)
    await go(hand)
    const told = page.getByText(hand.words(says))
    await expect(told).toBeVisible()
    operator.putRight()
    await expect(told).toBeHidden()
    await expect(button(hand, 'app.try-again')).toBeHidden()
  })
}

test('a place that is opened again says nothing of why it failed before, until it is known', async ({
  page,
  operator,
}) => {
  const { words, ...hand } = await arrive(page, 'en', false)
  operator.break('GET /lookup/conditions', { status: 403, body: { message: 'INACTIVE_USER' } })
  await fromHome('app.menu-conditions')({ words, ...hand })
  await expect(page.getByText(words('errors.INACTIVE_USER'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  operator.break('GET /lookup/conditions', { holds: true })
  await press('app.menu-conditions')({ words, ...hand })
  await expect(page.getByText(words('conditions.failed'))).toBeVisible()
  await expect(page.getByText(words('errors.unreachable'))).toBeHidden()
})

for (const [to, field] of [
  ['game', 'onItsWay'],
  ['bank', 'onItsWayToBank'],
] as const) {
  test(`what is on its way to a ${to} leads to the statement, where a server tells of it`, async ({
    page,
    operator,
  }) => {
    const { words } = await arrive(page, 'en', false)
    await page.goto('/user/home')
    await expect(page.getByText(words('home.updated-now'))).toBeVisible()
    const told = page.getByRole('link', {
      name: words(`home.on-its-way-${to}`, { amount: '40.00', currency: words('app.currency-THB') }),
    })
    await expect(told).toHaveCount(0)
    operator.break('GET /wallet', { body: { ...walletWith(slots), [field]: 40 } })
    await page.reload()
    await told.click()
    await expect(page).toHaveURL(/\/user\/statement$/)
  })
}
