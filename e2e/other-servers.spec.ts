// Answers that an operator's own server may give within the wire, and ours never does.
import { expect } from '@playwright/test'
import { arrive, button, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'

const ACTIVE = 'GET /bonus/check/active'

test('while nobody knows whether a bonus is active, that is said and none is offered', async ({
  page,
  operator,
}) => {
  operator.break(ACTIVE, { status: 503, type: 'text/html', body: '<h1>Busy</h1>' })
  const hand = await arrive(page, 'en', false)
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
