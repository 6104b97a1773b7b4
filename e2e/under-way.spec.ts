// What comes while something is under way takes nothing away from under the player's hand, and tells nothing before its time.
import { expect } from '@playwright/test'
import { arrive, button, chooseWay, field, fillMoney, press } from './errors/place.ts'
import { goodAnswers } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'
import { png } from './slip-files.ts'

const down = { status: 502, type: 'text/html', body: '<html>Bad gateway</html>' }

test('the only way to pay in stays open, with what was typed, when others come beside it', async ({
  page,
  operator,
}) => {
  const known = Object(goodAnswers['GET /lookup/deposit']?.())
  operator.break('GET /lookup/deposit', { body: { ...known, banks: known.banks.slice(0, 1), wallets: [] } })
  operator.break('GET /lookup/slip', down)
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await fillMoney(hand, 'deposit.amount', '123')
  await expect(button(hand, 'deposit.other-way')).toBeHidden()
  operator.break('GET /lookup/slip', { body: { isActive: true } })
  await expect(button(hand, 'deposit.other-way')).toBeVisible()
  await expect(field(hand, 'deposit.amount')).toHaveValue('123')
  await page.reload()
  await expect(field(hand, 'deposit.amount')).toBeVisible()
  await press('deposit.other-way')(hand)
  await expect(page.getByRole('region', { name: hand.words('deposit.choose'), exact: true })).toBeFocused()
  await chooseWay('slip')(hand)
  await expect(button(hand, 'slip.send')).toBeVisible()
})

test('a bonus that is active before its choice is answered is not told to be in its own way', async ({
  page,
  operator,
}) => {
  operator.break('GET /bonus/activate/{code}', { holds: true })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/bonus')
  await press('bonus.details')(hand)
  await press('bonus.activate')(hand)
  const active = { status: true, type: 'bonus', state: 'chosen', code: 'B1' }
  operator.break('GET /bonus/check/active', { body: active })
  // The page behind has looked.
  await expect(page.getByText(hand.words('bonus.chosen-text'))).toBeVisible()
  await expect(button(hand, 'bonus.activate')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText(hand.words('bonus.blocked'))).toBeHidden()
})

test('a slip that is going out keeps its sheet, where what became of it is told, until it is stopped', async ({
  page,
  operator,
}) => {
  operator.break('POST /wallet/slip', { holds: true })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await chooseWay('slip')(hand)
  await page.locator('input[type=file]').setInputFiles(png(Buffer.from('slip')))
  await press('slip.send')(hand)
  await expect(button(hand, 'slip.cancel')).toBeVisible()
  await expect(button(hand, 'app.close')).toBeDisabled()
  await expect(button(hand, 'deposit.other-way')).toBeDisabled()
  await page.keyboard.press('Escape')
  await press('slip.cancel')(hand)
  await expect(page.getByText(hand.words('slip.cancelled'))).toBeVisible()
  await press('app.close')(hand)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the coupons tell nothing of a prize while the wheel turns, and what is claimed meanwhile does not come back', async ({
  page,
  operator,
}) => {
  const coupon = (name: string) => ({ _id: name, prize: { name, slice: name }, amount: 20 })
  const has = (...names: string[]) =>
    operator.break('GET /spinwheel/coupon', { body: { coupons: names.map(coupon) } })
  has('Before')
  const drawn = goodAnswers['POST /spinwheel/spin']?.()
  const draw = () => {
    has('Before', 'Won')
    return drawn
  }
  const claim = () => {
    has('Won')
    return { success: true, amount: 20 }
  }
  operator.break('POST /spinwheel/spin', { body: draw })
  operator.break('POST /spinwheel/coupon/claim', { body: claim })
  const hand = await arrive(page, 'en', false)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  // It is drawn, and the wheel turns for as long as nobody knows.
  await page.route('**/api/spinwheel/spin', async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await page.goto('/user/spin')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: 'Before' })).toBeVisible()
  await page.locator('[data-at] button').click()
  await expect.poll(() => operator.asked).toContain('POST /spinwheel/spin')
  await press('spin.claim')(hand)
  await press('spin.claim-confirm')(hand)
  await expect(page.getByText(hand.words('spin.coupons-empty'))).toBeVisible()
  await expect(page.locator('[data-at=spinning]')).toBeVisible()
  letGo()
  // A coupon is new by those that were there before the tap.
  await expect(page.getByRole('dialog', { name: hand.words('spin.prize-title'), exact: true })).toBeVisible()
  await expect(rows).toHaveCount(0)
  await press('spin.prize-close')(hand)
  await expect(rows.filter({ hasText: 'Won' })).toBeVisible()
  await expect(rows.filter({ hasText: 'Before' })).toBeHidden()
})
