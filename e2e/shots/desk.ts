// The support desk's scenes. They stand before the whole product: what is there was said through it.
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { Agent } from '../agent.ts'
import { countries, type Region } from '../builds.ts'
import { Kapao } from '../kapao.ts'
import { call, join, newcomer, payIn } from '../member.ts'
import { countryOf } from '../scenes/scene.ts'
import { expect } from '../scenes/steps.ts'
import { type Locale, wordsIn } from '../words.ts'
import type { Shot } from './shot.ts'

interface DeskScene {
  readonly name: string
  readonly path: string
  readonly isVisitor?: boolean
  readonly open?: (page: Page, language: Locale) => Promise<void>
}

/** What a member of each build says. */
const greeting: Readonly<Record<Region, string>> = { th: 'สวัสดีครับ', la: 'ສະບາຍດີ' }
const question: Readonly<Record<Region, string>> = {
  th: 'โอนเงินแล้วแต่ยอดยังไม่เข้า รบกวนตรวจสอบให้หน่อยครับ',
  la: 'ໂອນເງິນແລ້ວແຕ່ຍອດຍັງບໍ່ເຂົ້າ ລົບກວນກວດໃຫ້ແດ່',
}

const conversation = async (page: Page, language: Locale) => {
  await page
    .getByRole('link', { name: question[countryOf(language)] })
    .first()
    .click()
  await expect(page.getByRole('log')).toBeVisible()
}

/** On a phone a page of its own. */
const customer = async (page: Page, language: Locale) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await conversation(page, language)
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

/** Lao before a Kapao in Laos, as the wallet's scenes. Returns what went wrong. */
export async function playDesk(
  browser: Browser,
  todo: readonly DeskScene[],
  languages: readonly Locale[],
  take: Take,
): Promise<string[]> {
  const troubles: string[] = []
  for (const country of countries) {
    const spoken = languages.filter((language) => countryOf(language) === country)
    if (spoken.length > 0) troubles.push(...(await playIn(country, browser, todo, spoken, take)))
  }
  return troubles
}

async function playIn(
  country: Region,
  ...[browser, todo, languages, take]: Parameters<typeof playDesk>
): Promise<string[]> {
  const troubles: string[] = []
  const kapao = await Kapao.start(country)
  try {
    await writeToDesk(kapao, country)
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

async function writeToDesk(kapao: Kapao, country: Region): Promise<void> {
  const member = await join(kapao, newcomer(country))
  await payIn(kapao, member, 500)
  const { profile } = await call<{ profile: { _id: string } }>(kapao, 'GET', '/account/profile', {
    token: member.token,
  })
  const say = (text: string, party: { userId?: string; guestId?: string }) =>
    call(kapao, 'POST', '/chat/send-message', {
      ...(party.userId === undefined ? {} : { token: member.token }),
      body: { clientId: randomUUID(), message: { message_type: 'text', payload: { text } }, ...party },
    })
  await say(greeting[country], { userId: profile._id })
  await say(question[country], { userId: profile._id })
  await say('ຂ້ອຍຢາກສະໝັກສະມາຊິກ', { guestId: randomUUID() })
  await say('How do I reset the password of my game account? I have tried it three times.', {
    guestId: randomUUID(),
  })
}
