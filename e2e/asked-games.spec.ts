// What the games hold is asked of them, and told as what they said: by which of them, by none, or not at all.
import { expect } from '@playwright/test'
import { arrive, button, fillMoney, press } from './errors/place.ts'
import { hold } from './held.ts'
import { slots, walletWith } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'
import { pullDown } from './pull-down.ts'

const REFRESH = 'GET /wallet/refresh/slot'
const down = { status: 502, type: 'text/html', body: '<html>Bad gateway</html>' }

test('what is more than all games have just said they hold is told before anything is brought home for it', async ({
  page,
  operator,
}) => {
  const holds = (amount: number) =>
    operator.break(REFRESH, { body: { slots: [{ ...slots[0], amount }], failed: [] } })
  holds(20)
  const hand = await arrive(page, 'th', false)
  await page.goto('/user/home')
  await press('home.withdraw')(hand)
  await fillMoney(hand, 'withdraw.amount', '50000')
  await press('withdraw.withdraw')(hand)
  const most = { amount: '1,254.50', currency: hand.words('app.currency-THB') }
  await expect(page.getByText(hand.words('withdraw.not-enough', most))).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  // Whoever has won meanwhile has only to press again.
  holds(60_000)
  await press('withdraw.withdraw')(hand)
  await expect(button(hand, 'withdraw.confirm')).toBeVisible()
})

test('a game is not said to be silent where nobody could be asked', async ({ page, operator }) => {
  operator.break(REFRESH, down)
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.withdraw')(hand)
  await expect(page.getByText(hand.words('withdraw.not-asked'))).toBeVisible()
})

test('beside a game that does not answer stands how old the figures are, where that is told', async ({
  page,
  operator,
}) => {
  operator.break(REFRESH, { body: { slots, failed: [slots[0]?.code] } })
  const hand = await arrive(page, 'en', false)
  const old = page.getByText(hand.words('home.updated', { time: '2 hours ago' }))
  for (const [gamesAgeSeconds, isTold] of [
    [7_200, true],
    [undefined, false],
  ] as const) {
    operator.break('GET /wallet', { body: { ...walletWith(slots), gamesAgeSeconds } })
    await page.goto('/user/home')
    await press('home.check')(hand)
    await expect(page.getByText(hand.words('home.silent', { games: slots[0]?.name ?? '' }))).toBeVisible()
    await expect(old).toBeVisible({ visible: isTold })
  }
})

test('whoever pulls the page down while the games are asked unasked is told how that ended', async ({
  page,
  operator,
}) => {
  const refresh = '**/api/wallet/refresh/slot'
  operator.break(REFRESH, down)
  const hand = await arrive(page, 'en', false)
  // As it is on the way back from a game.
  await page.evaluate(() => sessionStorage.setItem('in-game', 'true'))
  const letGo = await hold(page, refresh)
  const asked = page.waitForRequest(refresh)
  await page.goto('/user/home')
  await asked
  await pullDown(page)
  letGo()
  await expect(page.locator('[data-toaster]')).toContainText(hand.words('errors.server-down'))
})
