// The support desk's scenes. They stand before the whole product: what is there was said through it.
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { Agent } from '../agent.ts'
import { Kapao } from '../kapao.ts'
import { call, join, newcomer, payIn } from '../member.ts'
import { expect } from '../scenes/steps.ts'
import { type Locale, wordsIn } from '../words.ts'
import type { Shot } from './shot.ts'

interface DeskScene {
  readonly name: string
  readonly path: string
  readonly isVisitor?: boolean
  readonly open?: (page: Page, language: Locale) => Promise<void>
}

const question = 'โอนเงินแล้วแต่ยอดยังไม่เข้า รบกวนตรวจสอบให้หน่อยครับ'

const conversation = async (page: Page) => {
  await page.getByRole('link', { name: question }).first().click()
  await expect(page.getByRole('log')).toBeVisible()
}

/** On a phone a page of its own. */
const customer = async (page: Page, language: Locale) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await conversation(page)
  const words = wordsIn(language, 'desk')
  await page.getByRole('button', { name: words('thread.about-customer') }).click()
  await expect(page.getByRole('heading', { name: words('customer.statements') })).toBeVisible()
}

export const deskScenes: readonly DeskScene[] = [
  { name: 'desk/login', path: '/desk/', isVisitor: true },
  { name: 'desk/inbox', path: '/desk/' },
  { name: 'desk/conversation', path: '/desk/', open: conversation },
  { name: 'desk/customer', path: '/desk/', open: customer },
  { name: 'desk/canned', path: '/desk/canned' },
  { name: 'desk/staff', path: '/desk/staff' },
  { name: 'desk/audit', path: '/desk/audit' },
  { name: 'desk/password', path: '/desk/password' },
]

type Take = (page: Page, of: Pick<Shot, 'scene' | 'language'>) => Promise<void>

/** Returns what went wrong. */
export async function playDesk(
  browser: Browser,
  todo: readonly DeskScene[],
  languages: readonly Locale[],
  take: Take,
): Promise<string[]> {
  const troubles: string[] = []
  const kapao = await Kapao.start('th')
  try {
    await writeToDesk(kapao)
    const agent = await Agent.arrive(browser, kapao, { name: 'demo-admin' })
    const door = await browser.newPage({ baseURL: kapao.addresses.url })
    for (const scene of todo) {
      const page = scene.isVisitor ? door : agent.page
      for (const language of languages) {
        try {
          await page.emulateMedia({ reducedMotion: 'reduce' })
          await page.setViewportSize({ width: 1280, height: 800 })
          await page.goto(scene.path)
          await page.evaluate((locale) => localStorage.setItem('desk-locale', locale), language)
          await page.goto(scene.path)
          await page.waitForLoadState('networkidle')
          await scene.open?.(page, language)
          await take(page, { scene: scene.name, language })
        } catch (failure) {
          troubles.push(`${scene.name} ${language}: ${failure}`)
        }
      }
    }
  } finally {
    await kapao.stop()
  }
  return troubles
}

async function writeToDesk(kapao: Kapao): Promise<void> {
  const member = await join(kapao, newcomer('th'))
  await payIn(kapao, member, 500)
  const { profile } = await call<{ profile: { _id: string } }>(kapao, 'GET', '/account/profile', {
    token: member.token,
  })
  const say = (text: string, party: { userId?: string; guestId?: string }) =>
    call(kapao, 'POST', '/chat/send-message', {
      ...(party.userId === undefined ? {} : { token: member.token }),
      body: { clientId: randomUUID(), message: { message_type: 'text', payload: { text } }, ...party },
    })
  await say('สวัสดีครับ', { userId: profile._id })
  await say(question, { userId: profile._id })
  await say('ຂ້ອຍຢາກສະໝັກສະມາຊິກ', { guestId: randomUUID() })
  await say('How do I reset the password of my game account? I have tried it three times.', {
    guestId: randomUUID(),
  })
}
