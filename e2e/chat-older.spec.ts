// What was said earlier does not come.
import { expect } from '@playwright/test'
import { press } from './errors/place.ts'
import { chatStates } from './scenes/chat-states.ts'
import { settle } from './scenes/scene.ts'
import { test } from './scenes/stage-test.ts'

test('earlier messages that do not come are asked for once, and again at a tap', async ({ page, stage }) => {
  const scene = chatStates.find(({ name }) => name === 'chat/older-failed')
  if (!scene) throw new Error('There is no such scene')
  let failed = 0
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/chat/history')) failed += 1
  })
  const hand = await stage.enter(scene, 'en')
  const told = page.getByText(hand.words('chat.older-failed'), { exact: true })
  // Both lie before all that is read, and neither is pushed out of sight by the other.
  await expect(told).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('button', { name: hand.words('app.try-again') })).toBeInViewport({
    ratio: 0.9,
  })
  // Whatever makes the conversation look where the reader is: another size, and the reader's own thumb.
  await page.setViewportSize({ width: 320, height: 568 })
  await settle(page)
  await page.getByRole('log').evaluate((log) => log.scrollTo(0, 20))
  await settle(page)
  await expect(told).toBeVisible()
  expect(failed).toBe(1)

  await press('app.try-again')(hand)
  await expect.poll(() => failed).toBe(2)
  await expect(told).toBeVisible()
})
