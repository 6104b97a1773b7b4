// What the chat shows more rarely: a line that does not stand, files on their way, and how a conversation ends.
import { picture } from '../chat-files.ts'
import { press } from '../errors/place.ts'
import { ago, broken, never } from './answers.ts'
import {
  bubble,
  history,
  logged,
  long,
  offered,
  openChat,
  pressBubble,
  said,
  told,
  toTop,
  writes,
} from './chat.ts'
import type { Scene } from './scene.ts'
import type { Say } from './socket.ts'
import { at, expect, home, reads, type Step, sees, seesButton, sight, steps } from './steps.ts'

const talked = { ...offered, 'POST /chat/history': history() }
const greeting = 'ขอบคุณที่รอค่ะ'
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
/** As much as is fetched at once, so that there may be more before it. */
const PAGE = 10
const fullPage = Array.from(
  { length: PAGE },
  (_, index) =>
    [index % 3 === 1 ? 'customer' : 'agent', 'text', { text: `${index + 1}. ${greeting}` }] as const,
)
/** From now on the history does not come, in one way or the other. */
const noMore =
  (how: 'holds' | 'aborts'): Step =>
  async ({ page }) => {
    await page.route('**/api/chat/history', (route) => {
      const { skip }: { skip: number } = route.request().postDataJSON()
      // Whom the line lets in late asks for what was missed once more, from the newest on: that comes.
      if (skip === 0) return route.continue()
      return how === 'aborts' ? route.abort() : undefined
    })
  }
const unroute: Step = ({ page }) => page.unroute('**/api/chat/history')
const endOfPage = sight(({ page }) => page.getByRole('log').getByText(`${PAGE}. `))

let say: Say = () => undefined
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
    name: 'chat/connecting',
    answers: () => offered,
    line: { isMute: true },
    open: steps(openChat, sees('chat.connecting')),
  },
  {
    name: 'chat/new-below',
    answers: () => talked,
    line: {
      joined: (how) => {
        say = how
      },
    },
    open: steps(
      openChat,
      logged,
      toTop,
      seesButton('chat.to-newest'),
      async () => {
        for (const text of ['สักครู่นะคะ', long]) {
          say('messaging', told(`new-${text.length}`, 'agent', { message_type: 'text', payload: { text } }))
        }
      },
      // How many stands in it, in any language.
      sight(({ page }) =>
        page
          .getByRole('dialog')
          .getByRole('button')
          .filter({ hasText: /(?:^|\D)2(?:\D|$)/ }),
      ),
    ),
  },
  {
    name: 'chat/older-loading',
    answers: () => ({ ...offered, 'POST /chat/history': history(fullPage) }),
    open: steps(openChat, endOfPage, noMore('holds'), toTop, reads('chat.older-loading')),
    leave: unroute,
  },
  {
    name: 'chat/older-failed',
    answers: () => ({ ...offered, 'POST /chat/history': history(fullPage) }),
    open: steps(openChat, endOfPage, noMore('aborts'), toTop, sees('chat.older-failed')),
    leave: unroute,
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
    name: 'chat/closed-unsent',
    answers: () => ({ ...talked, 'POST /chat/send-message': { hangsUp: true } }),
    open: steps(
      openChat,
      logged,
      writes,
      reads('chat.queued'),
      ({ page }) => page.keyboard.press('Escape'),
      sight(({ page, words }) =>
        page.getByRole('button', { name: new RegExp(`, ${words('chat-bubble.unsent')}$`) }),
      ),
    ),
  },
  {
    name: 'chat/refused',
    answers: () => offered,
    line: { refuses: 'INACTIVE_USER' },
    // There is nothing to write into.
    open: steps(
      home,
      pressBubble,
      sight(({ page, words }) =>
        page.getByRole('dialog').getByRole('link', { name: words('chat.to-contact') }),
      ),
    ),
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
    name: 'chat/dropping',
    answers: () => talked,
    open: steps(
      openChat,
      logged,
      ({ page }) =>
        page.getByRole('log').evaluate((log) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File([''], 'slip.png', { type: 'image/png' }))
          for (const kind of ['dragenter', 'dragover'])
            log.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }))
        }),
      sees('chat.drop'),
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
    open: steps(
      openChat,
      reads('chat.media-missing'),
      // Until its first picture is there.
      ({ page }) =>
        expect
          .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
          .toBeGreaterThanOrEqual(2),
    ),
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
