// What two quick taps would do twice is done once: before the first one's answer, and before the button is drawn as busy.
import { expect } from '@playwright/test'
import { openGame } from './errors/games.ts'
import { arrive, button, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'

const ACTIVATION = 'GET /wallet/activate/{code}'
const RESET = 'GET /wallet/resetpassword/{code}'

test('two taps open one game account', async ({ page, operator }) => {
  const hand = await arrive(page, 'en', false)
  operator.break(ACTIVATION, { holds: true })
  await openGame(hand, 'Goal Line')
  await button(hand, 'games.open-account').dblclick()
  await expect(page.locator('dialog[aria-busy]')).toBeVisible()
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
  expect(operator.asked.filter((call) => call === RESET)).toHaveLength(1)
})
