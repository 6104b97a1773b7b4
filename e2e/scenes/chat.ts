// The chat, with every kind of message in it.
import { press } from '../errors/place.ts'
import { ago, answers, broken, never, refuses } from './answers.ts'
import type { Scene } from './scene.ts'
import { home, reads, type Step, sees, sight, steps } from './steps.ts'

export const offered = { 'GET /lookup/enableChatWidget': answers({ enableChatWidget: true }) }

const image = {
  message: '',
  url: false,
  fileType: 'image',
  filePath: '/icon-512.png',
  width: 512,
  height: 512,
}
const button = (title: string, type: string, payload: string) => ({ title, type, payload })
export const long =
  'สวัสดีค่ะ ยอดฝากของคุณลูกค้าเข้ากระเป๋าเรียบร้อยแล้วนะคะ รบกวนกดปุ่มเช็กยอดที่หน้าแรกอีกครั้ง หากยังไม่เห็นยอดให้ส่งสลิปมาที่นี่ได้เลยค่ะ https://kapao.example/help/deposit?from=chat&topic=a-very-long-address-that-does-not-end'

/** Oldest first. */
export const said: readonly (readonly [
  sender: string,
  message_type: string,
  payload: unknown,
  session?: string,
])[] = [
  ['customer', 'text', { text: 'สวัสดีครับ เงินฝากยังไม่เข้า' }, 'before'],
  ['agent', 'text', { text: long }],
  ['customer', 'media', image],
  [
    'agent',
    'buttons',
    {
      text: 'เลือกได้เลยค่ะ',
      buttons: [
        button('วิธีฝากเงิน', 'web', 'https://kapao.example/'),
        button('โทรหาเรา 02 000 0000', 'call', '+6620000000'),
        button('คุยเรื่องอื่น', 'postback', 'OTHER'),
      ],
    },
  ],
  [
    'agent',
    'generic',
    {
      elements: [
        {
          image_url: '/art/banner-bonus.svg',
          title: 'โบนัสต้อนรับสมาชิกใหม่ 100%',
          subtitle: 'ฝากครั้งแรกตั้งแต่ 100 บาท',
          buttons: [button('ดูรายละเอียด', 'web', 'https://kapao.example/bonus')],
        },
        { image_url: '/art/banner-invite.svg', title: 'ชวนเพื่อน', subtitle: '', buttons: [] },
      ],
    },
  ],
  [
    'agent',
    'media',
    { message: 'ใบเสร็จ', url: true, fileType: 'file', filePath: 'https://kapao.example/receipt.pdf' },
  ],
  ['agent', 'poll', { question: '?' }],
  ['customer', 'postback', { title: 'คุยเรื่องอื่น', payload: 'OTHER' }],
  [
    'agent',
    'quick_replies',
    {
      text: 'โอนจากธนาคารไหนคะ',
      quick_replies: ['กสิกรไทย', 'ไทยพาณิชย์', 'กรุงไทย', 'ธนาคารอื่น'].map((title) =>
        button(title, 'postback', title),
      ),
    },
  ],
]
export const history = (messages = said, more = {}) =>
  answers({
    ...more,
    history: messages
      .map(([sender, message_type, payload, session = 'now'], index) => ({
        ...told(`m-${index}`, sender, { message_type, payload }),
        createdAt: index === 0 ? ago(3_000) : ago(20 - index),
        session_id: session,
      }))
      .reverse(),
  })
export const told = (id: string, sender: string, message: { message_type: string; payload: unknown }) => ({
  _id: id,
  sender,
  name: sender === 'agent' ? 'น้ำ' : '',
  message,
  createdAt: ago(0),
  session_id: 'now',
  userId: 'k7Qm2xV9',
})

/** By the button that stands on every page. */
export const pressBubble: Step = ({ page, words }) =>
  page.getByRole('button', { name: new RegExp(`^${words('chat-bubble.open')}`) }).click()
export const bubble: Step = steps(
  pressBubble,
  sight(({ page }) => page.getByRole('dialog').getByRole('textbox')),
)
export const openChat: Step = steps(home, bubble)
export const logged = sight(({ page }) => page.getByRole('log').getByText('ธนาคารอื่น'))
export const toTop: Step = ({ page }) => page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
export const writes: Step = async ({ page }) => {
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.fill('ขอบคุณครับ')
  await field.press('Enter')
}

const seesUnread = sight(({ page, words }) =>
  page.getByRole('button', { name: new RegExp(`^${words('chat-bubble.open')}\\D+\\d`) }),
)

export const chatScenes: readonly Scene[] = [
  {
    name: 'chat/unread',
    answers: () => ({ ...offered, 'POST /chat/history': history(), 'PUT /chat/read-customer/': never }),
    open: steps(openChat, logged, ({ page }) => page.keyboard.press('Escape'), seesUnread),
  },
  { name: 'chat/empty', answers: () => offered, open: steps(openChat, sees('chat.empty-title')) },
  {
    name: 'chat/loading',
    answers: () => ({ ...offered, 'POST /chat/history': never }),
    open: steps(
      openChat,
      sight(({ page, words }) => page.getByLabel(words('chat.loading'))),
    ),
  },
  {
    name: 'chat/failed',
    answers: () => ({ ...offered, 'POST /chat/history': broken, 'GET /chat/config': broken }),
    open: steps(openChat, sees('chat.failed-title')),
  },
  {
    name: 'chat/messages',
    answers: () => ({ ...offered, 'POST /chat/history': history() }),
    open: steps(openChat, logged),
  },
  {
    name: 'chat/messages-above',
    answers: () => ({ ...offered, 'POST /chat/history': history() }),
    open: steps(openChat, logged, toTop),
  },
  {
    name: 'chat/not-sent',
    answers: () => ({
      ...offered,
      'POST /chat/history': history(said.slice(0, 2)),
      'POST /chat/send-message': refuses('REQUEST_LIMIT_1MIN', 429),
    }),
    isSaid: true,
    open: steps(openChat, writes, reads('chat.not-sent')),
  },
  {
    name: 'chat/long-draft',
    answers: () => offered,
    open: steps(openChat, async ({ page }) =>
      page.getByRole('dialog').getByRole('textbox').fill(`${long}\n`.repeat(7)),
    ),
  },
  {
    name: 'chat/ended',
    answers: () => ({
      ...offered,
      'POST /chat/history': history(said, {
        ended: { session_id: 'now', endedAt: ago(1), asksRating: true, score: null },
      }),
      'POST /chat/rating': answers({ message: 'SUCCESS' }),
    }),
    open: steps(
      openChat,
      sight(({ page, words }) => page.getByRole('region', { name: words('chat.rate') })),
      async ({ page }) => page.getByRole('region').last().getByRole('button').nth(3).click(),
      sight(({ page, words }) => page.getByRole('textbox', { name: words('chat.rate-comment') })),
    ),
  },
  {
    name: 'chat/picture',
    answers: () => ({ ...offered, 'POST /chat/history': history() }),
    open: steps(
      openChat,
      logged,
      press('chat.picture'),
      sight(({ page }) => page.getByRole('dialog').nth(1)),
    ),
  },
]
