// A bonus page that is open learns what comes meanwhile: a deposit, a goal that is reached, a win behind the question.
import { expect } from '@playwright/test'
import { arrive, press } from './errors/place.ts'
import { hold } from './held.ts'
import { test } from './operator/operator-test.ts'

test('a bonus that comes and is met while its page is open changes its card, and its goal is told', async ({
  page,
  operator,
}) => {
  const stands = (state: string) =>
    operator.break('GET /bonus/check/active', { body: { status: true, type: 'bonus', state, code: 'B1' } })
  const received = (isActive: boolean, ...times: string[]) => {
    const userBonus = { _id: 'u1', isActive, received: times.map((updatedAt) => ({ updatedAt })) }
    const bonus = { code: 'B1', type: 'limit', maxReceived: 3, percentFail: 10, banners: [], userBonus }
    operator.break('GET /bonus', { body: { bonuses: [bonus] } })
  }
  stands('chosen')
  received(true)
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/bonus')
  await expect(page.getByText(hand.words('bonus.count-limit', { count: 0, max: 3 }))).toBeVisible()
  received(true, '2026-11-02T03:04:05.000Z')
  stands('running')
  await expect(page.getByText(hand.words('bonus.count-limit', { count: 1, max: 3 }))).toBeVisible()

  const end = { _id: 'e1', statementType: 'finish_bonus', status: 'SUCCESS', from: 'SYSTEM', to: 'WALLET' }
  const row = { ...end, amount: 50, createdAt: '2026-11-02T03:04:05.000Z' }
  operator.break('POST /statement', { body: { total: 1, statements: [row] } })
  operator.break('GET /bonus/check/active', { body: { status: false, type: '' } })
  await expect(page.getByText(hand.words('bonus.met')).first()).toBeVisible()
})

test('a cancelling that takes more by the time it is confirmed is asked about once more, and tells what it took', async ({
  page,
  operator,
}) => {
  operator.break('GET /bonus/check/active', { body: { status: true, type: 'bonus' } })
  operator.break('GET /bonus/check/minimum', { body: { status: true, amount: 200, taken: 0 } })
  operator.break('GET /bonus/clear', { body: { message: 'BONUS_CLEAR', taken: 950 } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/bonus')
  await press('bonus.cancel')(hand)
  await expect(page.getByText(hand.words('bonus.cancel-free'))).toBeVisible()
  operator.break('GET /bonus/check/minimum', { body: { status: false, amount: 200, taken: 950 } })
  await press('bonus.cancel-confirm')(hand)
  await expect(
    page.getByRole('heading', { name: hand.words('bonus.cancel-dearer'), exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('alertdialog')).toContainText('950.00')
  expect(operator.asked).not.toContain('GET /bonus/clear')
  await press('bonus.cancel-confirm')(hand)
  const told = hand.words('bonus.cancelled-taken', {
    amount: '950.00',
    currency: hand.words('app.currency-THB'),
  })
  await expect(page.getByText(told).first()).toBeVisible()
})

test('a bonus that is cancelled is not told as one whose goal was reached, though one before it reached its own', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'en', false)
  const running = { status: true, type: 'bonus', state: 'running' } as const
  operator.break('GET /bonus/check/active', { body: running })
  const ended = { _id: 'one before', statementType: 'finish_bonus', status: 'SUCCESS', from: '', to: '' }
  const statements = [{ ...ended, amount: 100, createdAt: new Date().toISOString() }]
  operator.break('POST /statement', { body: { total: 1, statements } })
  await page.goto('/user/bonus')
  await press('bonus.cancel')(hand)
  operator.break('GET /bonus/check/active', { body: { status: false, type: '' } })
  await press('bonus.cancel-confirm')(hand)
  await expect(page.getByText(hand.words('bonus.cancelled-see')).first()).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  expect(operator.asked).not.toContain('POST /statement')
})

test('a promotion that is found late takes nobody away from the bonus that they have opened meanwhile', async ({
  page,
  operator,
}) => {
  operator.break('GET /bonus/check/active', { body: { status: false, type: '' } })
  const bonus = { code: 'B1', type: 'limit', maxReceived: 3, percentFail: 10, banners: [], userBonus: null }
  operator.break('GET /bonus', { body: { bonuses: [bonus] } })
  const hand = await arrive(page, 'en', false)
  const letGo = await hold(page, '**/api/promotion/find/*')
  await page.goto('/user/bonus')
  const field = page.getByLabel(hand.words('bonus.code'))
  await field.fill('SONGKRAN')
  await press('bonus.search')(hand)
  // What is corrected now would not be what is searched for.
  await expect(field).not.toBeEditable()
  await press('bonus.details')(hand)
  const sheet = page.getByRole('dialog', { name: hand.words('bonus.offer-bonus') })
  await expect(sheet).toBeVisible()
  const found = page.waitForResponse('**/api/promotion/find/*')
  letGo()
  await found
  await expect(field).toBeEditable()
  await expect(sheet).toBeVisible()
  await press('bonus.activate')(hand)
  await expect.poll(() => operator.asked).toContain('GET /bonus/activate/{code}')
})
