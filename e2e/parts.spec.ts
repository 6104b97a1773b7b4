// What comes up over a page in a part of its own says so over the page when that part does not come, and the page goes on.
import { expect } from '@playwright/test'
import { chatOffered } from './errors/given.ts'
import { arrive, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'
import { withhold } from './withheld.ts'

for (const [part, opens, title] of [
  ['bring-all', 'home.bring-all', 'bring-all.title'],
  ['offer-sheet', 'bonus.details', 'bonus.offer-bonus'],
] as const) {
  test(`${part} comes at the next tap`, async ({ page }) => {
    const hand = await arrive(page, 'en', false)
    const dialog = (key: string) => page.getByRole('dialog', { name: hand.words(key), exact: true })
    await page.goto('/user/home')
    await expect(page.getByText(hand.words('home.total'))).toBeVisible()
    // It is as if there were no line, so the page is not loaded anew by itself.
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))
    const letThrough = await withhold(page, part)
    const shortcuts = page.getByRole('navigation', { name: hand.words('home.shortcuts') })
    if (part === 'offer-sheet') await shortcuts.getByRole('link', { name: hand.words('home.bonus') }).click()
    const opener = page.getByRole('button', { name: hand.words(opens), exact: true }).first()
    await opener.click()
    await expect(dialog('app.broken-title')).toBeVisible()
    await press('app.close')(hand)
    await expect(dialog('app.broken-title')).toBeHidden()
    await letThrough()
    await opener.click()
    await expect(dialog(title)).toBeVisible()
  })
}

test('the chat, which no page waits for, comes after all where it did not come at once', async ({
  page,
  operator,
}) => {
  for (const [call, body] of Object.entries(chatOffered)) operator.break(call, { body })
  const hand = await arrive(page, 'en', false)
  let lost = 0
  await page.route('**/assets/later-*.js', async (route) => {
    lost += 1
    await (lost === 1 ? route.abort() : route.continue())
  })
  await page.goto('/user/home')
  await expect(page.getByRole('button', { name: hand.words('chat-bubble.open'), exact: true })).toBeVisible()
  expect(lost).toBeGreaterThan(1)
})
