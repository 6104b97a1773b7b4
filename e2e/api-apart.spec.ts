// The wallet's pages on one host, the API on another.
import { expect } from '@playwright/test'
import { arrive, chooseWay, press } from './errors/place.ts'
import { goodAnswers } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'

test.use({ apart: true })

test('the pictures of a chat are asked of the API’s host', async ({ page, operator }) => {
  operator.break('GET /lookup/enableChatWidget', { body: { enableChatWidget: true } })
  const card = { title: 'Welcome', subtitle: '', buttons: [] }
  const messages = [
    { message_type: 'media', payload: { message: '', url: false, fileType: 'image', filePath: '/sent.png' } },
    { message_type: 'generic', payload: { elements: [{ ...card, image_url: '/card.png' }] } },
  ]
  const said = { sender: 'agent', session_id: 's', userId: 'm-1', guestId: '', username: '', name: 'Noi' }
  operator.break('POST /chat/history', {
    body: {
      history: messages.map((message, place) => ({
        ...said,
        _id: `c-${place}`,
        message,
        createdAt: '2026-11-02T03:04:05.000Z',
        deviceToken: '',
      })),
    },
  })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('chat-bubble.open')(hand)
  for (const picture of ['GET /sent.png', 'GET /card.png'])
    await expect.poll(() => operator.asked).toContain(picture)
})

test('a code counts down by the clock of the API’s host, too', async ({ page, operator }) => {
  await page.clock.install({ time: Date.now() + 20 * 60_000 })
  // A code of the moment at which it is asked for.
  operator.break('GET /qrcode/{provider}', { body: goodAnswers['POST /qrcode/{provider}'] })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await chooseWay('KBANK')(hand)
  await expect(page.getByRole('timer')).toHaveText(/^0?9:\d\d$/)
})
