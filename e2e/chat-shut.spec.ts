// A chat that nobody is let into, or that does not load, says where to go from there.
import { expect } from '@playwright/test'
import { press } from './errors/place.ts'
import { chatScenes } from './scenes/chat.ts'
import { chatStates } from './scenes/chat-states.ts'
import { test } from './scenes/stage-test.ts'
import { dropLongWaits } from './scenes/steps.ts'

function sceneOf(name: string) {
  const scene = [...chatScenes, ...chatStates].find((one) => one.name === name)
  if (!scene) throw new Error(`There is no scene ${name}`)
  return scene
}

test('who is not let in can write nothing, and comes to the contact page', async ({ page, stage }) => {
  const { words } = await stage.enter(sceneOf('chat/refused'), 'en')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(words('chat.refused-text'), { exact: true })).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('link', { name: words('chat.to-contact') }).click()
  await expect(page).toHaveURL(/\/user\/contact$/)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: words('contact.open-own-chat') })).toBeVisible()
})

test('a conversation that did not load is asked for again at a tap, and its button stays', async ({
  page,
  stage,
}) => {
  // Every few seconds it is asked for by itself, too.
  await page.addInitScript(dropLongWaits)
  const hand = await stage.enter(sceneOf('chat/failed'), 'en')
  const again = page.getByRole('button', { name: hand.words('app.try-again') })
  await expect(again).toBeEnabled()
  const asked = page.waitForRequest('**/api/chat/config')
  await press('app.try-again')(hand)
  await asked
  await expect(again).toBeVisible()
  await expect(page.getByText(hand.words('chat.failed-title'), { exact: true })).toBeVisible()
})
