// What is offered is told with what comes with it, and nothing is offered that would be refused.
import { expect } from '@playwright/test'
import { arrive, button, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'

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
