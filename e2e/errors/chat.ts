import type { Call } from '@kapao/contract/call'
import { sendMessage, uploadChatImage, uploadChatVideo } from '@kapao/contract/chat'
import { expect } from '@playwright/test'
import { chatOffered } from './given.ts'
import { button, field, type Hand, type Place, press } from './place.ts'

async function openChat(hand: Hand): Promise<void> {
  await hand.page.goto('/user/home')
  await press('chat-bubble.open')(hand)
}

/** What failed is taken away; what waits for a line goes out by itself when there is one again. */
async function clear(hand: Hand): Promise<void> {
  const remove = button(hand, 'chat.remove')
  await expect(remove.or(hand.page.getByText(hand.words('chat.sent'), { exact: true })).first()).toBeVisible()
  if (await remove.isVisible()) await remove.click()
  await expect(hand.page.getByText(hand.words('chat.queued'))).toHaveCount(0)
}

/** Of a message nothing but itself is at stake. */
const lost = {
  unreachable: 'chat.why-no-network',
  unknown: 'chat.why-not-understood',
  INTERNAL_SERVER_ERROR: 'chat.why-not-understood',
  BAD_REQUEST: 'chat.why-not-understood',
  REQUEST_LIMIT: 'chat.why-too-often',
  REQUEST_LIMIT_1MIN: 'chat.why-too-often',
}

const upload = (call: Call, name: string, mimeType: string): Place => ({
  name,
  call,
  given: chatOffered,
  open: openChat,
  act: ({ page }) =>
    page.locator('dialog input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from('a file') }),
  clear,
  own: {
    ...lost,
    FILE_NOT_SUPPORTED: 'chat.not-supported',
    FILE_TOO_LARGE: 'chat.why-too-large',
    'too-large': 'errors.too-large',
  },
})

export const chat: readonly Place[] = [
  {
    name: 'a message',
    call: sendMessage,
    given: chatOffered,
    open: openChat,
    async act(hand) {
      await field(hand, 'chat.write').fill('hello')
      await press('chat.send')(hand)
    },
    clear,
    // A proxy without a server behind it is no line either, nor is a server that has too much to do.
    own: { ...lost, unreachable: 'chat.queued', 'server-down': 'chat.queued', OVERLOADED: 'chat.queued' },
  },
  upload(uploadChatImage, 'slip.png', 'image/png'),
  upload(uploadChatVideo, 'slip.mp4', 'video/mp4'),
]
