// A limit of the chat that holds for hours, at any operator's.
import { expect } from '@playwright/test'
import { chatOffered } from './errors/given.ts'
import { arrive, field, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'

test('who has sent as much as a day allows is told from when on they can send again, also after a reload', async ({
  page,
  operator,
}) => {
  for (const [call, body] of Object.entries(chatOffered)) operator.break(call, { body })
  const refused = { message: 'REQUEST_LIMIT', retryAfter: 82_900 }
  operator.break('POST /chat/send-message', { status: 429, body: refused })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('chat-bubble.open')(hand)
  await field(hand, 'chat.write').fill('hello')
  await press('chat.send')(hand)
  const wait = /You can send again from\s\d\d\/\d\d\/\d{4}\s\d\d:\d\d\.$/
  const told = page.getByRole('alert').filter({ hasText: wait })
  await expect(told).toBeVisible()
  const words = (await told.textContent()) ?? ''
  await page.reload()
  // It says, too, that something waits.
  await page.getByRole('button', { name: new RegExp(`^${hand.words('chat-bubble.open')}`) }).click()
  await expect(page.getByText(words, { exact: true })).toBeVisible()
})
