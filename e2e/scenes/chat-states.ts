// What the chat shows more rarely: a line that does not stand, files on their way, and how a conversation ends.
import { picture } from '../chat-files.ts'
import { press } from '../errors/place.ts'
import { ago, broken, never } from './answers.ts'
import { bubble, history, logged, offered, openChat, said, writes } from './chat.ts'
import type { Scene } from './scene.ts'
import { at, reads, type Step, sees, seesButton, sight, steps } from './steps.ts'

const talked = { ...offered, 'POST /chat/history': history() }
/** Nobody is let in for a while: the line is tried again and again. */
const gone = { refuses: 'REQUEST_LIMIT_1MIN' }

const attach =
  (file: { name: string; mimeType: string; buffer: Buffer }): Step =>
  ({ page }) =>
    page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)

const media = (payload: Readonly<Record<string, unknown>>) =>
  ['agent', 'media', { message: '', url: false, width: 320, height: 180, ...payload }] as const

const rate: Step = steps(
  sight(({ page, words }) => page.getByRole('region', { name: words('chat.rate') })),
  async ({ page, words }) =>
    page
      .getByRole('region', { name: words('chat.rate') })
      .getByRole('button')
      .nth(4)
      .click(),
)
const ended = (more = {}) =>
  history(said, {
    ended: { session_id: 'now', endedAt: ago(1), asksRating: true, score: null, ...more },
  })

export const chatStates: readonly Scene[] = [
  {
    name: 'chat/guest',
    isVisitor: true,
    answers: () => offered,
    open: steps(at('/login'), bubble, sees('chat.empty-title')),
  },
  {
    name: 'chat/typing',
    answers: () => talked,
    line: { typing: 'น้ำ' },
    open: steps(
      openChat,
      logged,
      sight(({ page, words }) => page.getByText(words('chat.typing', { name: 'น้ำ' }), { exact: true })),
    ),
  },
  {
    name: 'chat/offline',
    answers: () => talked,
    line: gone,
    open: steps(openChat, logged, sees('chat.offline')),
  },
  {
    name: 'chat/waiting-to-be-sent',
    answers: () => ({ ...talked, 'POST /chat/send-message': { hangsUp: true } }),
    open: steps(openChat, logged, writes, reads('chat.queued')),
  },
  {
    name: 'chat/refused',
    answers: () => offered,
    line: { refuses: 'INACTIVE_USER' },
    open: steps(openChat, sees('chat.refused-title')),
  },
  {
    name: 'chat/uploading',
    answers: () => ({ ...talked, 'POST /chat/upload-image': never }),
    open: steps(openChat, logged, attach(picture()), seesButton('chat.cancel')),
  },
  {
    name: 'chat/not-uploaded',
    answers: () => ({ ...talked, 'POST /chat/upload-image': { hangsUp: true } }),
    isSaid: true,
    open: steps(openChat, logged, attach(picture()), sees('chat.file-not-kept')),
  },
  {
    name: 'chat/not-supported',
    answers: () => talked,
    open: steps(
      openChat,
      logged,
      attach({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }),
      sees('chat.not-supported'),
    ),
  },
  {
    name: 'chat/too-long',
    answers: () => talked,
    open: steps(
      openChat,
      async ({ page }) => page.getByRole('dialog').getByRole('textbox').fill('ขอบคุณครับ '.repeat(190)),
      sight(({ page }) => page.locator('dialog[open] [aria-invalid=true]')),
    ),
  },
  {
    name: 'chat/media',
    answers: () => ({
      ...offered,
      'POST /chat/history': history([
        media({ fileType: 'image', filePath: '/nowhere.png' }),
        media({ fileType: 'video', filePath: '/howto/th/wallet.mp4' }),
        ['agent', 'text', { text: 'ดูวิดีโอนี้ได้เลยค่ะ' }],
      ]),
    }),
    open: steps(openChat, reads('chat.media-missing')),
  },
  {
    name: 'chat/rated',
    answers: () => ({ ...offered, 'POST /chat/history': ended() }),
    isSaid: true,
    open: steps(
      openChat,
      rate,
      async ({ page, words }) =>
        page.getByRole('textbox', { name: words('chat.rate-comment') }).fill('ตอบเร็วมากค่ะ'),
      press('chat.rate-send'),
      sees('chat.rate-thanks'),
    ),
  },
  {
    name: 'chat/not-rated',
    answers: () => ({ ...offered, 'POST /chat/history': ended(), 'POST /chat/rating': broken }),
    isSaid: true,
    open: steps(openChat, rate, sees('chat.rate-failed')),
  },
]
