// A scene is one thing that can be on the screen: a page, a sheet, or a state of one. What must hold everywhere is tried in every scene, and
// the contact sheet shows them all. The server is another operator's (operator/server.ts), which answers as the scene wants.
import type { Page } from '@playwright/test'
import type { Region } from '../builds.ts'
import type { Hand } from '../errors/place.ts'
import { TOKEN } from '../operator/answers.ts'
import type { OperatorServer, Trouble } from '../operator/server.ts'
import { type Locale, nameOfLocale, wordsIn } from '../words.ts'
import { inKip } from './kip.ts'
import { richAnswers } from './rich-answers.ts'
import { answerSockets, type ChatLine } from './socket.ts'

export interface Scene {
  /** As `deposit/qr-open`: the place, then its state. */
  readonly name: string
  readonly isVisitor?: boolean
  /** Only in this country's build. */
  readonly country?: Region
  /** What the server answers otherwise than in rich-answers.ts, by `METHOD /path`. */
  readonly answers?: () => Readonly<Record<string, Trouble>>
  /** The chat's socket, where it does not just let everybody in. */
  readonly line?: ChatLine
  readonly open: (hand: Hand) => Promise<void>
  /** What was said stays in the language in which it was said, so it is opened anew for each. */
  readonly isSaid?: boolean
  /** Seen as it moves; every other scene is seen when all has come to rest. */
  readonly moves?: boolean
  /** What is put right before the next scene. */
  readonly leave?: (hand: Hand) => Promise<void>
}

/** Each language is looked at in the build whose own it is, English in the Thai one. */
export const countryOf = (locale: Locale): Region => (locale === 'la' ? 'la' : 'th')
export const isOf = (country: Region, scene: Scene) => (scene.country ?? country) === country

/** Where the scenes are played: one page for all of them. */
export class Stage {
  readonly page: Page
  readonly operator: OperatorServer
  readonly country: Region
  #isReady = false
  #line: ChatLine = {}

  constructor(page: Page, operator: OperatorServer, country: Region) {
    this.page = page
    this.operator = operator
    this.country = country
  }

  async enter(scene: Scene, locale: Locale): Promise<Hand> {
    const { page, operator } = this
    if (!this.#isReady) await answerSockets(page, () => this.#line)
    this.#isReady = true
    this.#line = scene.line ?? {}
    operator.putRight()
    for (const [call, trouble] of Object.entries({ ...richAnswers(), ...scene.answers?.() })) {
      operator.break(call, this.country === 'la' ? inKip(trouble) : trouble)
    }
    await leaveApp(page, operator.url)
    const stored = { locale, 'remember-agreement': 'true', ...(scene.isVisitor ? {} : { token: TOKEN }) }
    await page.evaluate((entries) => {
      localStorage.clear()
      sessionStorage.clear()
      // The invitation of the chat comes by itself, in a scene of its own.
      sessionStorage.setItem('chat-invite', '1')
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    }, stored)
    const hand = this.#handIn(locale)
    await scene.open(hand)
    await settle(page)
    return hand
  }

  /** Another language without opening the scene anew, where the page has the menu for it. */
  async speak(scene: Scene, locale: Locale): Promise<Hand> {
    if (scene.isSaid || !(await chooseLanguage(this.page, locale))) {
      await scene.leave?.(this.#handIn(locale))
      return this.enter(scene, locale)
    }
    await settle(this.page)
    return this.#handIn(locale)
  }

  #handIn(locale: Locale): Hand {
    return { page: this.page, words: wordsIn(locale), country: this.country }
  }
}

/** To a file of ours that runs no app, so that nothing writes down again what is forgotten there. */
export async function leaveApp(page: Page, origin = ''): Promise<void> {
  await page.goto(`${origin}/icon.svg`)
}

/** By the app's own menu, also where a sheet lies over it and no finger could reach it. False where the page has none. */
export function chooseLanguage(page: Page, locale: Locale): Promise<boolean> {
  return page.evaluate(
    async ([name, lang]) => {
      const { documentElement: html } = document
      if (html.lang === lang) return true
      const menu = document.querySelector<HTMLButtonElement>('button[aria-haspopup=menu]')
      if (!menu) return false
      const focused = document.activeElement
      if (menu.getAttribute('aria-expanded') !== 'true') menu.click()
      const choices = () => [...document.querySelectorAll<HTMLButtonElement>('[role=menuitemradio]')]
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (choices().length === 0) await frame()
      choices()
        .find((choice) => choice.textContent === name)
        ?.click()
      const since = Date.now()
      while (html.lang !== lang) {
        if (Date.now() - since > 10_000) throw new Error(`The page does not turn to ${lang}`)
        await frame()
      }
      if (focused instanceof HTMLElement && focused !== document.body) focused.focus()
      else menu.blur()
      return true
    },
    [nameOfLocale[locale], locale === 'la' ? 'lo' : locale] as const,
  )
}

/** The wallet asks for its fonts behind the first screen (apps/wallet/src/main.tsx), or after four seconds where that never comes. */
const FONTS_AT_LATEST_MS = 5_000

/** Until all is there that could be shown in any size, for a page that cannot fetch it later. */
export async function settleWhole(page: Page): Promise<void> {
  await settle(page)
  await page.evaluate(async () => {
    await Promise.allSettled([...document.fonts].map((face) => face.load()))
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
}

/** Until nothing moves that will come to an end, and the letters and pictures are there. */
export async function settle(page: Page): Promise<void> {
  const hasFonts = () => document.fonts.size > 0
  // A page whose script never came asks for none.
  await page.waitForFunction(hasFonts, undefined, { timeout: FONTS_AT_LATEST_MS }).catch(() => undefined)
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)))
    await document.fonts.ready
    const onScreen = [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete)
    await Promise.all(onScreen.map((image) => image.decode().catch(() => undefined)))
    await frame()
  })
}
