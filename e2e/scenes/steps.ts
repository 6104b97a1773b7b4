// What is done to come to a scene.
import { expect as expectSoon, type Locator } from '@playwright/test'
import { builds, type Way, written } from '../builds.ts'
import { button, chooseWay, field, fillMoney, type Hand, press } from '../errors/place.ts'

/** As long as the tests' own waits (playwright.config.ts): the pictures are taken without that file. */
export const expect = expectSoon.configure({ timeout: 30_000 })

export type Step = (hand: Hand) => Promise<void>

/** One after the other. */
export const steps =
  (...all: readonly Step[]): Step =>
  async (hand) => {
    for (const step of all) await step(hand)
  }

export const at =
  (path: string): Step =>
  async ({ page }) =>
    void (await page.goto(path))

export const sees = (key: string): Step =>
  sight(({ page, words }) => page.getByText(words(key), { exact: true }))

/** Among other words. */
export const reads = (key: string): Step => sight(({ page, words }) => page.getByText(words(key)))

export const seesButton = (key: string): Step => sight((hand) => button(hand, key))

export const sight =
  (of: (hand: Hand) => Locator): Step =>
  async (hand) => {
    await expect(of(hand).first()).toBeVisible()
  }

export const types =
  (key: string, text: string): Step =>
  (hand) =>
    field(hand, key).fill(text)

export const typesMoney =
  (key: string, baht: string): Step =>
  (hand) =>
    fillMoney(hand, key, baht)

/** What a text with an amount says of so many baht. */
export function saysMoney({ words, country }: Hand, key: string, baht: string): string {
  const { currency } = builds[country]
  return words(key, { amount: written(currency, baht), currency: words(`app.currency-${currency}`) })
}

export const seesMoney = (baht: string): Step =>
  sight(({ page, country }) => page.getByText(written(builds[country].currency, baht)))

export const chooses =
  (which: 'first' | 'last', value: string): Step =>
  async ({ page }) =>
    void (await page.getByRole('combobox')[which]().selectOption(value))

/** By something that its button says, where it says more. */
export const pressThat =
  (text: (hand: Hand) => string): Step =>
  (hand) =>
    hand.page
      .getByRole('button')
      .filter({ hasText: text(hand) })
      .first()
      .click()

export const fieldIs = (key: string): Step => sight((hand) => field(hand, key))
/** Something is waited for. */
export const isBusy: Step = sight(({ page }) => page.locator('[aria-busy=true]'))
/** In its place something comes. */
export const loads = (key: string): Step =>
  sight(({ page, words }) => page.getByRole('status', { name: words(key) }))
/** Over a sheet, which is a dialog itself. */
export const inQuestion: Step = sight(({ page }) => page.getByRole('alertdialog'))
export const inDialog: Step = sight(({ page }) => page.locator('dialog[open]'))
export const toast: Step = sight(({ page }) => page.locator('[data-toaster]'))

/** In the page: nothing happens any more that waits for its time. */
export function dropLongWaits(): void {
  const { setTimeout: wait } = window
  Object.assign(window, { setTimeout: (run: () => void, ms = 0) => (ms < 2_000 ? wait(run, ms) : 0) })
}
/** From now on, until another page is loaded: what would go away by itself stays. */
export const stays: Step = ({ page }) => page.evaluate(dropLongWaits)

export const home = steps(
  at('/user/home'),
  sight(({ page, words }) => page.getByRole('group', { name: words('home.group-slot') })),
)

export const fromHome = (key: string, ...more: readonly Step[]): Step => steps(home, press(key), ...more)

/** The way of a deposit, in its sheet. */
export const way = (key: Way, ...more: readonly Step[]): Step =>
  fromHome('home.deposit', chooseWay(key), ...more)

/** Turns the carousel until the game can be tapped, as a player would. */
export const game = (name: string, ...more: readonly Step[]): Step =>
  steps(
    home,
    async ({ page, words }) => {
      const card = page.getByRole('button').filter({ hasText: name })
      const group = page.getByRole('group').filter({ has: card })
      const next = group.getByRole('button', { name: words('home.next-game'), exact: true })
      while (await card.evaluate((element) => element.closest('[inert]') !== null)) await next.click()
      await card.click()
      await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
    },
    ...more,
  )

/** In the browser inside LINE, which keeps pictures from the phone and links from other browsers. */
export const inApp: Step = async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('scene') !== 'in-app') return
    const userAgent =
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Mobile Safari/537.36 Line/14.5.0'
    Object.defineProperty(navigator, 'userAgent', { value: userAgent })
  })
  await page.evaluate(() => sessionStorage.setItem('scene', 'in-app'))
}

/** From the next page on, as in a frame that may keep nothing, not even the language. */
export const forgetful: Step = async ({ page }) => {
  await page.addInitScript(() => {
    if (!window.name.startsWith('forgetful')) return
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The request was denied.', 'SecurityError')
      },
    })
  })
  await page.evaluate(() => {
    window.name = `forgetful ${localStorage.getItem('locale')}`
  })
}
export const remembers: Step = ({ page }) =>
  page.evaluate(() => {
    window.name = ''
  })

/** From now on, as in a frame that forbids both: no window opens, and nothing is copied. */
export const forbidden: Step = async ({ page }) => {
  await page.evaluate(() => {
    window.open = () => null
    document.execCommand = () => false
    navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
  })
}
