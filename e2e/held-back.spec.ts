// A withdrawal while a bonus is in play: what is known beforehand is said beforehand, and what is not the server judges.
import { expect } from '@playwright/test'
import { arrive, button, field, fillMoney, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'
import { runningBonus } from './scenes/reward-answers.ts'

const ACTIVE = 'GET /bonus/check/active'
const GAMES = 'GET /wallet/refresh/slot'

test('while a bonus holds withdrawals back the sheet leads to it, until the games say that it is over', async ({
  page,
  operator,
}) => {
  operator.break(ACTIVE, { body: runningBonus })
  operator.break(GAMES, { holds: true })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.withdraw')(hand)
  const toBonus = page.getByRole('link', { name: hand.words('withdraw.hold-page') })
  await expect(toBonus).toBeVisible()
  await expect(field(hand, 'withdraw.amount')).toBeDisabled()
  await expect(button(hand, 'withdraw.all')).toBeDisabled()
  await toBonus.click()
  await expect(page).toHaveURL(/\/user\/bonus$/)
  await page.goto('/user/home')
  operator.break(GAMES, {
    body: () => {
      operator.break(ACTIVE, { body: { status: false, type: '' } })
      return { slots: [], failed: [] }
    },
  })
  await press('home.withdraw')(hand)
  await expect(field(hand, 'withdraw.amount')).toBeEnabled()
  await expect(toBonus).toBeHidden()
})

test('the sheet comes with what holds withdrawals back, and not before it', async ({ page, operator }) => {
  operator.break(ACTIVE, { holds: true })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.withdraw')(hand)
  // The sheet's own, and not what stands for the sheet until it has come.
  const sheet = page.getByRole('dialog', { name: hand.words('withdraw.title') })
  await expect(sheet.getByRole('status', { name: hand.words('app.loading') })).toBeVisible()
  await expect(field(hand, 'withdraw.amount')).toBeHidden()
})

test('where nobody knows of a bonus the server judges, and its no is said once', async ({
  page,
  operator,
}) => {
  operator.break(ACTIVE, { status: 503, type: 'text/html', body: '<h1>Busy</h1>' })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.withdraw')(hand)
  await fillMoney(hand, 'withdraw.amount', '100')
  await press('withdraw.withdraw')(hand)
  operator.break('POST /wallet/withdrawAll', {
    status: 409,
    body: () => {
      operator.break(ACTIVE, { body: runningBonus })
      return { message: 'BONUS_CONDITION' }
    },
  })
  await press('withdraw.confirm')(hand)
  const refused = page.getByRole('alertdialog')
  await expect(refused).toContainText(hand.words('errors.BONUS_CONDITION'))
  await expect(field(hand, 'withdraw.amount')).toBeDisabled()
  await expect(refused).not.toContainText(hand.words('withdraw.hold'))
  await expect(refused.getByRole('link', { name: hand.words('withdraw.hold-page') })).toBeVisible()
})
