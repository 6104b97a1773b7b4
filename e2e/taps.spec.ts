// What two quick taps would do twice is done once: before the first one's answer, and before the button is drawn as busy.
import { expect } from '@playwright/test'
import { openGame } from './errors/games.ts'
import { arrive, button, field, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'

const ACTIVATION = 'GET /wallet/activate/{code}'
const RESET = 'GET /wallet/resetpassword/{code}'

test.use({ moves: true })

test('two taps open one game account', async ({ page, operator }) => {
  const hand = await arrive(page, 'en', false)
  operator.break(ACTIVATION, { holds: true })
  await openGame(hand, 'Goal Line')
  await button(hand, 'games.open-account').dblclick()
  await expect(page.locator('dialog[aria-busy]')).toBeVisible()
  await expect.poll(() => operator.asked).toContain(ACTIVATION)
  expect(operator.asked.filter((call) => call === ACTIVATION)).toHaveLength(1)
})

test('two taps make one new password', async ({ page, operator }) => {
  const hand = await arrive(page, 'en', false)
  operator.break(RESET, { holds: true })
  await openGame(hand, 'Lotus Lantern')
  await press('games.reset')(hand)
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: hand.words('games.reset') }).dblclick()
  await expect(question).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => operator.asked).toContain(RESET)
  expect(operator.asked.filter((call) => call === RESET)).toHaveLength(1)
})

test('the second of two taps on a question’s button leaves the answer to be read', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.withdraw')(hand)
  await field(hand, 'withdraw.amount').fill('100')
  await press('withdraw.withdraw')(hand)
  await button(hand, 'withdraw.confirm').hover()
  await page.mouse.down()
  await page.mouse.up()
  const answer = page.getByRole('dialog', { name: hand.words('withdraw.requested-title') })
  await expect(answer).toBeVisible()
  const ok = await answer.getByRole('button', { name: hand.words('withdraw.ok') }).boundingBox()
  if (!ok) throw new Error('the answer has no button')
  await page.mouse.move(ok.x + ok.width / 2, ok.y + ok.height / 2)
  // As the browser tells the second of a double click, however much later it comes here.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(answer).toBeVisible()
  await press('withdraw.ok')(hand)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(operator.asked.filter((call) => call === 'POST /wallet/withdrawAll')).toHaveLength(1)
})
