// A part that is only fetched ahead leaves the page as it is when it does not come; one that somebody waits for has the page loaded anew.
import { expect, type Page } from '@playwright/test'
import { arrive, type Hand, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'
import { withhold } from './withheld.ts'

/** In every page from now on this part does not come, as if it were of a release that is gone; it says so on the page, and the tab counts its pages. */
function lose(page: Page, part: string): Promise<unknown> {
  return page.addInitScript((name) => {
    sessionStorage.setItem('pages', String(Number(sessionStorage.getItem('pages')) + 1))
    const ask = window.fetch
    window.fetch = (what, options) => {
      if (!String(what).includes(`/assets/${name}-`)) return ask(what, options)
      document.documentElement.dataset.lost = name
      return Promise.reject(new TypeError('Failed to fetch'))
    }
  }, part)
}

/** Forgotten by one that is loaded anew. */
const mark = (page: Page) => page.evaluate(() => void Reflect.set(window, 'isTheSame', true))
const isTheSame = (page: Page) => page.evaluate(() => Reflect.get(window, 'isTheSame') === true)

const shortcut = ({ page, words }: Hand, key: string) =>
  page
    .getByRole('navigation', { name: words('home.shortcuts') })
    .getByRole('link', { name: words(key), exact: true })

for (const [part, open] of [
  ['later', () => undefined],
  ['accounts-way', press('home.deposit')],
  ['cancel-bonus', (hand) => shortcut(hand, 'home.bonus').click()],
  ['claim-dialog', (hand) => shortcut(hand, 'home.spin').click()],
] as const satisfies readonly (readonly [string, (hand: Hand) => unknown])[]) {
  test(`${part} that is fetched ahead and does not come leaves the page as it is`, async ({ page }) => {
    const hand = await arrive(page, 'en', false)
    await lose(page, part)
    await page.goto('/user/home')
    await expect(page.getByText(hand.words('home.total'))).toBeVisible()
    await open(hand)
    await expect(page.locator(`[data-lost=${part}]`)).toBeAttached()
    // Time enough for a page that is left.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500))).catch(() => undefined)
    expect(await page.evaluate(() => sessionStorage.getItem('pages'))).toBe('1')
  })
}

test('a sheet that is fetched ahead and does not come leaves the page as it is, until somebody taps for it', async ({
  page,
}) => {
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await expect(page.getByText(hand.words('home.total'))).toBeVisible()
  await mark(page)
  await withhold(page, 'transfer-sheet')
  const last = page.waitForResponse('**/assets/game-sheet-*.js')
  await press('home.check')(hand)
  await last
  expect(await isTheSame(page)).toBe(true)
  await press('home.transfer')(hand)
  await expect(page.getByRole('dialog', { name: hand.words('transfer.title'), exact: true })).toBeVisible()
  expect(await isTheSame(page)).toBe(false)
})

test('a page that does not come is loaded anew also while a sheet is on its way ahead', async ({ page }) => {
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await expect(page.getByText(hand.words('home.total'))).toBeVisible()
  await mark(page)
  await page.evaluate(() => {
    const ask = window.fetch
    window.fetch = (what, options) => {
      if (String(what).includes('/assets/bonus-page-'))
        return Promise.reject(new TypeError('Failed to fetch'))
      if (!String(what).includes('/assets/deposit-sheet-')) return ask(what, options)
      document.documentElement.dataset.ahead = ''
      return new Promise(() => {})
    }
  })
  await press('home.check')(hand)
  await expect(page.locator('[data-ahead]')).toBeAttached()
  await shortcut(hand, 'home.bonus').click()
  await expect(page.getByRole('heading', { name: hand.words('bonus.offers'), exact: true })).toBeVisible()
  expect(await isTheSame(page)).toBe(false)
})
