// English in disguise (KAPAO_LOCALE_PSEUDO): what stands on the screen without brackets came from no text, and what does not fit in two
// fifths more room than English will not fit in somebody's language.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pseudoText } from '@kapao/page-build/pseudo-locale'
import { expect, type Page } from '@playwright/test'
import { walletFolder } from '../scripts/page-builds.ts'
import { join as joinKapao, newcomer, openGame, payIn } from './member.ts'
import { memberPages, memberSheets, type Open, visitorPages } from './places.ts'
import { Player } from './player.ts'
import { test } from './whole.ts'
import { wordsIn } from './words.ts'

/** Gives the page the pseudo-locale's build, in front of the same server. */
async function disguise(page: Page): Promise<void> {
  const folder = walletFolder('th', true)
  await page.route(
    ({ pathname }) => !/^\/(api|socket\.io)\//.test(pathname),
    async (route) => {
      const file = join(folder, new URL(route.request().url()).pathname)
      const path = /\.\w+$/.test(file) && existsSync(file) ? file : join(folder, 'index.html')
      await route.fulfill({ path })
    },
  )
}

/** Everything that the server says, as it would stand on a screen: written down before the page has it, so no word is seen unheard. */
async function listenToServer(page: Page): Promise<string[]> {
  const said: string[] = []
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/'),
    async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      if (text.startsWith('{')) said.push(JSON.stringify(JSON.parse(text)).replace(/<[^>]*>|\\n/g, ' '))
      await route.fulfill({ response })
    },
  )
  return said
}

/** What is said on the screen, to the eye and to a screen reader. */
function spokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const texts: string[] = []
    const nodes = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode())
      if (node.parentElement?.checkVisibility()) texts.push(node.textContent ?? '')
    for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
      for (const element of top.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
    return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}/u.test(text))
  })
}

/** Each language goes by its own name, addresses are the same in all, and how long ago something was is the browser's to say. */
const belongsToNoLanguage = /^(?:\[.*\]: )?(ไทย|ລາວ|English|https?:\/\/\S+|PR\d+|now|\d+ \w+ ago)$/

/** What may stand between the server's words: "Krungthai Bank · 521-xxx-6869", a phone number's dashes, or a percentage put into the operator's notice. */
const between = / ·\s|[()]|-xxx-|-\u2060|\d+/

async function forgotten(page: Page, said: readonly string[]): Promise<string[]> {
  const fromServer = said.join('\n').replace(/\s+/g, ' ')
  const isFromServer = (text: string) => text.split(between).every((part) => fromServer.includes(part.trim()))
  return (await spokenWords(page)).filter(
    (text) => !/^\[.*\]$/s.test(text) && !belongsToNoLanguage.test(text) && !isFromServer(text),
  )
}

/** What is wider than the phone, or than the button or label that it stands in. What scrolls or ends in dots does so on purpose. */
function squeezed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`)
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    for (const element of top.querySelectorAll('button, a, label, h1, h2, h3, p, dt, dd, th, [role]')) {
      if (!element.checkVisibility() || element.closest('[inert]') !== null) continue
      const { overflowX, textOverflow } = getComputedStyle(element)
      const scrolls = overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis'
      if (scrolls || element.clientWidth <= 1 || !/\p{L}/u.test(element.textContent ?? '')) continue
      const beyond = element.scrollWidth - element.clientWidth
      if (beyond > 1 || element.scrollHeight - element.clientHeight > 12)
        found.push(`${element.tagName} ${element.className} is ${beyond} too narrow: ${element.textContent}`)
    }
    return found
  })
}

test('every word on every page and sheet comes from the texts or the server, and fits in 360 and 320 px', async ({
  visitor,
  kapao,
}) => {
  test.slow()
  const { page } = visitor
  const member = await joinKapao(kapao, newcomer())
  await payIn(kapao, member, 1_234_567.89)
  await openGame(kapao, member, 'PG')
  await disguise(page)
  const said = await listenToServer(page)
  const player = new Player(page, kapao, 'en', member)
  player.words = wordsIn('en', 'wallet', pseudoText)
  await player.setLanguage()
  const problems: string[] = []
  const walk = async (places: readonly Open[]) => {
    for (const [index, open] of places.entries()) {
      await open(player)
      const place = `${new URL(page.url()).pathname} (${index})`
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 740 })
        problems.push(...(await squeezed(page)).map((one) => `${place} at ${width}: ${one}`))
        await player.look(`pseudo-${width}-${page.url().includes('/user/') ? 'member' : 'visitor'}-${index}`)
      }
      problems.push(...(await forgotten(page, said)).map((one) => `${place} says ${one}`))
      await page.setViewportSize({ width: 360, height: 740 })
    }
  }
  await walk(visitorPages)
  await player.arrive(member.token)
  await walk([...memberPages, ...memberSheets])
  await page.unrouteAll({ behavior: 'wait' })
  expect(problems).toEqual([])
})
