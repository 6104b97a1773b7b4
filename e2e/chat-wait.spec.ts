// A chat that makes one wait, at any operator's: by a limit that holds for hours, or because it is slow.
import { expect } from '@playwright/test'
import { chatOffered } from './errors/given.ts'
import { arrive, field, press } from './errors/place.ts'
import { hold } from './held.ts'
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

test('a chat that is slow to let in is waited for, and not asked anew all the while', async ({
  page,
  operator,
}) => {
  for (const [call, body] of Object.entries(chatOffered)) operator.break(call, { body })
  const hand = await arrive(page, 'en', false)
  await page.clock.install()
  await page.goto('/user/home')
  const letGo = await hold(page, '**/api/chat/config')
  await press('chat-bubble.open')(hand)
  await expect(field(hand, 'chat.write')).toBeVisible()
  // While no wait ends, only who has heard that they are let in is on the line.
  await page.clock.pauseAt(Date.now() + 20_000)
  letGo()
  const online = page.getByText(hand.words('chat.online'), { exact: true })
  await expect(online).toBeVisible()
  expect(operator.joins).toBe(1)
  await page.clock.resume()
  operator.joinMs = 4_000
  // It was looked away from for a while: whether the line still stands is asked by joining again.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText(hand.words('chat.connecting'), { exact: true })).toBeVisible()
  await expect(online).toBeVisible()
  // Once on the line from before, and once on the one that was made in its place.
  expect(operator.joins).toBe(3)
})

const oneMessage = {
  history: [
    {
      _id: 'm1',
      sender: 'agent',
      message: { message_type: 'text', payload: { text: 'How can we help?' } },
      createdAt: '2026-11-20T10:00:00.000Z',
      session_id: 's1',
      userId: '',
      guestId: '',
    },
  ],
}

test('what was said is read before a server that never says who is let in is waited for', async ({
  page,
  operator,
}) => {
  for (const [call, body] of Object.entries(chatOffered)) operator.break(call, { body })
  operator.break('POST /chat/history', { body: oneMessage })
  operator.joinMs = null
  const hand = await arrive(page, 'en', false)
  await page.clock.install()
  await page.goto('/user/home')
  const letGo = await hold(page, '**/api/chat/config')
  await press('chat-bubble.open')(hand)
  await expect(field(hand, 'chat.write')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 20_000)
  letGo()
  await expect.poll(() => operator.joins).toBe(1)
  await page.clock.runFor(1_000)
  await expect(page.getByText('How can we help?', { exact: true })).toBeVisible()
})

test('a message goes out also while what was said before does not load', async ({ page, operator }) => {
  for (const [call, body] of Object.entries(chatOffered)) operator.break(call, { body })
  operator.break('POST /chat/history', { status: 500, body: { message: 'INTERNAL_SERVER_ERROR' } })
  operator.break('POST /chat/send-message', { hangsUp: true })
  const hand = await arrive(page, 'en', false)
  await page.clock.install()
  await page.goto('/user/home')
  const answer = await hold(page, '**/api/chat/config')
  await press('chat-bubble.open')(hand)
  await expect(field(hand, 'chat.write')).toBeVisible()
  // While no wait ends it is asked for by nothing but the way in.
  await page.clock.pauseAt(Date.now() + 20_000)
  answer()
  const asked = () => operator.asked.filter((call) => call === 'POST /chat/history').length
  await expect.poll(asked).toBe(1)
  await field(hand, 'chat.write').fill('hello')
  await press('chat.send')(hand)
  await expect(page.getByText(hand.words('chat.queued'), { exact: true })).toBeVisible()
  expect(asked()).toBe(1)
  await page.clock.resume()
  operator.break('POST /chat/send-message', { body: { timestamp: new Date().toISOString() } })
  await expect(page.getByText(hand.words('chat.sent'), { exact: true })).toBeVisible()
  // What was said before is still missing, and asking for it again takes nobody off the line.
  await expect(page.getByText(hand.words('chat.older-failed'), { exact: true })).toBeVisible()
  const letGo = await hold(page, '**/api/chat/history')
  const asking = page.waitForRequest('**/api/chat/history')
  await press('app.try-again')(hand)
  await asking
  await page.clock.runFor(3_000)
  await expect(page.getByText(hand.words('chat.online'), { exact: true })).toBeVisible()
  letGo()
})
