// Answers about bonuses and promotions that an operator's own server may give within the wire, and ours never does.
import { expect } from '@playwright/test'
import { arrive, button, field, press } from './errors/place.ts'
import { goodAnswers } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'
import { wordsIn } from './words.ts'

const ACTIVE = 'GET /bonus/check/active'

test('while nobody knows whether a bonus is active, that is said and none is offered', async ({
  page,
  operator,
}) => {
  operator.break(ACTIVE, { status: 503, type: 'text/html', body: '<h1>Busy</h1>' })
  const hand = await arrive(page, 'en', false)
  // Nothing is asked for again by itself.
  await page.addInitScript(() => void Object.assign(window, { setInterval: () => 0 }))
  await page.goto('/user/bonus')
  await expect(page.getByText(hand.words('bonus.active-failed'))).toBeVisible()
  await press('bonus.details')(hand)
  await expect(page.getByText(hand.words('bonus.unknown'))).toBeVisible()
  await expect(button(hand, 'bonus.activate')).toBeHidden()
  await press('app.close')(hand)
  operator.break(ACTIVE, { body: { status: true, type: 'cashback' } })
  await press('app.try-again')(hand)
  await expect(button(hand, 'bonus.cancel')).toBeVisible()
})

test('of an active bonus without a state nothing is said that may be false', async ({ page, operator }) => {
  operator.break(ACTIVE, { body: { status: true, type: 'bonus' } })
  const { words } = await arrive(page, 'en', false)
  await page.goto('/user/bonus')
  await expect(page.getByText(words('bonus.stateless-text'))).toBeVisible()
  for (const key of ['running', 'running-text', 'chosen', 'chosen-text'])
    await expect(page.getByText(words(`bonus.${key}`), { exact: true })).toBeHidden()
})

test('a promotion that comes without the code it was found by is chosen by that, and that there is none is told in the language of the page', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'th', false)
  const FIND = 'GET /promotion/find/{code}'
  operator.break(ACTIVE, { body: { status: false } })
  operator.break(FIND, { status: 400, body: { message: 'NO_PROMOTION' } })
  await page.goto('/user/bonus')
  await page.getByRole('searchbox').fill('songkran')
  await press('bonus.search')(hand)
  await expect(page.getByText(hand.words('bonus.not-found'))).toBeVisible()
  await page.getByRole('button', { name: hand.words('app.language') }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByText(wordsIn('en')('bonus.not-found'))).toBeVisible()
  operator.break(FIND, { body: { percentFail: 10, description: 'Songkran' } })
  await page.getByRole('button', { name: wordsIn('en')('bonus.search'), exact: true }).click()
  const chosen = page.waitForRequest('**/promotion/activate/SONGKRAN')
  await page.getByRole('button', { name: wordsIn('en')('bonus.activate'), exact: true }).click()
  await chosen
})

test('what the server said of a promotion does not stand with the bonus after it', async ({
  page,
  operator,
}) => {
  const found = Object(goodAnswers['GET /promotion/find/{code}']?.())
  operator.break('GET /promotion/current', {
    body: { promotion: { ...found, description: '<p>Of the promotion</p>' } },
  })
  operator.break(ACTIVE, { body: { status: true, type: 'promotion' } })
  const { words } = await arrive(page, 'en', false)
  await page.goto('/user/bonus')
  await expect(page.getByText('Of the promotion')).toBeVisible()
  operator.break(ACTIVE, { body: { status: true, type: 'invite' } })
  await expect(page.getByRole('heading', { name: words('bonus.type-invite') })).toBeVisible()
  await expect(page.getByText('Of the promotion')).toBeHidden()
})

test('of an active bonus without a state nobody says that it holds withdrawals back', async ({
  page,
  operator,
}) => {
  operator.break(ACTIVE, { body: { status: true, type: 'bonus' } })
  const hand = await arrive(page, 'en', false)
  const told = page.waitForResponse('**/bonus/check/active')
  await page.goto('/user/home')
  await press('home.withdraw')(hand)
  await expect(field(hand, 'withdraw.amount')).toBeVisible()
  await (await told).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100))))
  await expect(page.getByText(hand.words('withdraw.hold'))).toBeHidden()
})

test('without a bonus to choose a code is asked for only where it can be entered', async ({
  page,
  operator,
}) => {
  operator.break('GET /bonus', { body: { bonuses: [] } })
  operator.break(ACTIVE, { body: { status: true, type: 'bonus' } })
  const { words } = await arrive(page, 'en', false)
  const asksForCode = page.getByText(words('bonus.empty-code'))
  await page.goto('/user/bonus')
  await expect(page.getByText(words('bonus.empty-title'))).toBeVisible()
  await expect(page.getByRole('button', { name: words('bonus.cancel') })).toBeVisible()
  await expect(asksForCode).toBeHidden()
  operator.break(ACTIVE, { body: { status: false, type: '' } })
  await page.reload()
  await expect(asksForCode).toBeVisible()
})
