// A question stays about the amount that was said yes to: after a lost answer the server may have nothing left to give.
import { expect } from '@playwright/test'
import { arrive, press } from './errors/place.ts'
import { slots, walletWith } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'

test('an invite bonus whose answer was lost is asked about by its amount, and after a reload not at all', async ({
  page,
  operator,
}) => {
  const received = { ...walletWith(slots), invite: { amount: 0, success: 200, fail: 10 } }
  const lost = () => {
    operator.break('GET /wallet', { body: received })
    return '<html>Bad gateway</html>'
  }
  operator.break('GET /invite/bonus', { status: 502, type: 'text/html', body: lost })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.receive')(hand)
  const question = page.getByRole('dialog', { name: hand.words('invite.confirm-title'), exact: true })
  const yes = question.getByRole('button', { name: hand.words('invite.receive'), exact: true })
  await yes.click()
  await expect(page.getByText(/It may have/).first()).toBeVisible()
  await expect(yes).toBeEnabled()
  await expect(question).toContainText('50.00')
  await page.reload()
  await expect(question).toContainText(hand.words('invite.confirm-nothing'))
  await expect(yes).toBeDisabled()
})

for (const [step, call] of [
  ['receive', 'GET /refund/receive'],
  ['add', 'GET /refund/addWallet'],
] as const) {
  test(`a refund whose answer was lost is asked about by its amount: ${step}`, async ({ page, operator }) => {
    const check = (refundAmount: number, refundCollected: number) => {
      const terms = { refundSuccess: 100, refundFail: 10 }
      const body = {
        result: refundAmount > 0,
        bonus: false,
        info: '',
        refundAmount,
        refundCollected,
        ...terms,
      }
      operator.break('GET /refund/check', { body })
    }
    const lost = () => {
      check(0, step === 'receive' ? 65 : 0)
      return '<html>Bad gateway</html>'
    }
    check(25, 40)
    operator.break(call, { status: 502, type: 'text/html', body: lost })
    const hand = await arrive(page, 'en', false)
    await page.goto('/user/home')
    await press('home.refund')(hand)
    await press(`refund.${step}`)(hand)
    const name = hand.words(`refund.${step}-title`)
    const question = page.getByRole('dialog', { name, exact: true })
    await question.getByRole('button', { name: hand.words(`refund.${step}`), exact: true }).click()
    await expect(page.getByText(/It may have/).first()).toBeVisible()
    await expect(question).toContainText(step === 'receive' ? '25.00' : '40.00')
  })
}
