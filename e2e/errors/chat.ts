import type { Call } from '@kapao/contract/call'
import { sendMessage, uploadChatImage, uploadChatVideo } from '@kapao/contract/chat'
import { chatOffered } from './given.ts'
import { field, type Hand, type Place, press } from './place.ts'

async function openChat(hand: Hand): Promise<void> {
  await hand.page.goto('/user/home')
  await press('chat-bubble.open')(hand)
}

/** Of a message nothing but itself is at stake. */
const lost = {
  'no-network': 'chat.why-no-network',
  unknown: 'chat.why-not-understood',
  INTERNAL_SERVER_ERROR: 'chat.why-not-understood',
  BAD_REQUEST: 'chat.why-not-understood',
}

const upload = (call: Call, name: string, mimeType: string): Place => ({
  name,
  call,
  given: chatOffered,
  open: openChat,
  act: ({ page }) =>
    page.locator('dialog input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from('a file') }),
  clear: press('chat.remove'),
  own: { ...lost, FILE_NOT_SUPPORTED: 'chat.not-supported', 'too-large': 'errors.too-large' },
  // Its text names the limit, which the place knows better (chat.spec.ts).
  passes: ['FILE_TOO_LARGE'],
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
    clear: press('chat.remove'),
    own: lost,
  },
  upload(uploadChatImage, 'slip.png', 'image/png'),
  upload(uploadChatVideo, 'slip.mp4', 'video/mp4'),
]
