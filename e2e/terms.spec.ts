// What is offered is told with what comes with it, and nothing is offered that would be refused.
import { expect } from '@playwright/test'
import { arrive, button, field, press } from './errors/place.ts'
import { goodAnswers } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'

const setup = (earning: object) => ({
  ...Object(goodAnswers['GET /spinwheel/setup']?.()),
  userCoin: 0,
  earning: { each: 100, perDay: 10, ...earning },
})

test('a day whose coins are all received asks for no deposit', async ({ page, operator }) => {
  operator.break('GET /spinwheel/setup', { body: setup({ left: 3 }) })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/spin')
  await expect(
    page.getByText('Each deposit: one coin for every full 100 THB. Left to earn today: 3.'),
  ).toBeVisible()
  await expect(button(hand, 'spin.deposit')).toBeVisible()
  operator.break('GET /spinwheel/setup', { body: setup({ left: 0 }) })
  await page.reload()
  await expect(page.getByText(hand.words('spin.day-full'))).toBeVisible()
  await expect(button(hand, 'spin.deposit')).toBeHidden()
})

test('of a server that does not say what is left of the day the most a day is told', async ({
  page,
  operator,
}) => {
  operator.break('GET /spinwheel/setup', { body: setup({}) })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/spin')
  await expect(page.getByText(hand.words('spin.per-day', { count: 10 }))).toBeVisible()
  await expect(button(hand, 'spin.deposit')).toBeVisible()
})

test('a bonus coupon says its goal, and beside an active bonus that it has to wait', async ({
  page,
  operator,
}) => {
  const coupon = { _id: 'c1', prize: { name: '50', slice: '50' }, amount: 50, kind: 'bonus' }
  operator.break('GET /spinwheel/coupon', { body: { coupons: [{ ...coupon, success: 150, fail: 10 }] } })
  operator.break('GET /bonus/check/active', { body: { status: false, type: '' } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/spin')
  await press('spin.claim')(hand)
  const question = page.getByRole('dialog', { name: hand.words('spin.claim-title'), exact: true })
  await expect(question).toContainText(hand.words('spin.claim-goal', { percent: 150 }))
  await expect(question).toContainText(hand.words('spin.claim-fail', { percent: 10 }))
  await expect(button(hand, 'spin.claim-confirm')).toBeEnabled()
  operator.break('GET /bonus/check/active', { body: { status: true, type: 'bonus' } })
  await page.reload()
  await press('spin.claim')(hand)
  await expect(question).toContainText(hand.words('spin.claim-blocked'))
  await expect(button(hand, 'spin.claim-confirm')).toBeDisabled()
})

test('a coupon is not claimed while nobody knows whether a bonus is active', async ({ page, operator }) => {
  const coupon = { _id: 'c1', prize: { name: '50', slice: '50' }, amount: 50, kind: 'money' }
  operator.break('GET /spinwheel/coupon', { body: { coupons: [coupon] } })
  operator.break('GET /bonus/check/active', { status: 500, body: { message: 'INTERNAL_SERVER_ERROR' } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/spin')
  await press('spin.claim')(hand)
  const question = page.getByRole('dialog', { name: hand.words('spin.claim-title'), exact: true })
  await expect(question).toContainText(hand.words('errors.INTERNAL_SERVER_ERROR'))
  await expect(question).not.toContainText(hand.words('spin.claim-money'))
  operator.break('GET /bonus/check/active', { body: { status: true, type: 'bonus', state: 'running' } })
  await question.getByRole('button', { name: hand.words('app.try-again'), exact: true }).click()
  await expect(question).toContainText(hand.words('spin.claim-held'))
  await expect(button(hand, 'spin.claim-confirm')).toBeEnabled()
})

test('an invite bonus beside an active one says that it has to wait, and its question leads back to the friends', async ({
  page,
  operator,
}) => {
  operator.break('GET /bonus/check/active', { body: { status: true, type: 'bonus' } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.invite')(hand)
  const sheet = page.getByRole('dialog', { name: hand.words('invite.title'), exact: true })
  const receive = { name: hand.words('invite.receive'), exact: true } as const
  await sheet.getByRole('button', receive).click()
  const question = page.getByRole('dialog', { name: hand.words('invite.confirm-title'), exact: true })
  await expect(question).toContainText(hand.words('invite.bonus-active'))
  await expect(question.getByRole('button', receive)).toBeDisabled()
  await press('invite.not-now')(hand)
  await expect(question).toBeHidden()
  await expect(sheet).toBeVisible()
})

test('a friend who has deposited is not told as one who has not', async ({ page, operator }) => {
  const friend = (name: string) => ({ from: { name }, amount: 0, createdAt: '2026-11-02T03:04:05.000Z' })
  const invites = [{ ...friend('Ant'), depositedAt: '2026-11-02T04:04:05.000Z' }, friend('Bee')]
  operator.break('POST /invite', { body: { total: 2, invites } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.invite')(hand)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(row('Ant')).toContainText(hand.words('invite.no-bonus'))
  await expect(row('Bee')).toContainText(hand.words('invite.no-deposit'))
})

test('a withdrawal outside of limits that were changed meanwhile is mended by the new ones', async ({
  page,
  operator,
}) => {
  const raised = { withdrawMin: 200, withdrawMax: 50_000 }
  const refuse = () => {
    operator.break('GET /lookup/withdraw', { body: raised })
    return { message: 'WITHDRAW_LIMIT', field: 'amount', min: raised.withdrawMin, max: raised.withdrawMax }
  }
  operator.break('POST /wallet/withdrawAll', { status: 400, body: refuse })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.withdraw')(hand)
  await field(hand, 'withdraw.amount').fill('100')
  await press('withdraw.withdraw')(hand)
  await press('withdraw.confirm')(hand)
  await press('withdraw.ok')(hand)
  const least = { amount: '200', currency: hand.words('app.currency-THB') }
  await expect(
    page.getByRole('alert').filter({ hasText: hand.words('withdraw.minimum', least) }),
  ).toBeVisible()
})
