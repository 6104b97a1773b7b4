import { type Browser, test as base, expect, type Page } from '@playwright/test'

/**
 * A modal that was closed takes its entry off the history a moment later (@kapao/ui/back-closes), and a leaving that began before is called
 * off by that step. No hand is so quick; a test on a busy machine is.
 */
async function historySettles(page: Page): Promise<void> {
  await expect(async () => {
    const stale = await page.evaluate(() => {
      const modals: unknown = history.state?.modals
      // The registration's later steps stand on entries of their own: one for the second and the third, another for the last.
      const step = document.querySelectorAll('li:has(~ [aria-current=step])').length
      const isOpen = document.querySelectorAll('dialog[open]').length + Math.ceil(step / 2)
      return typeof modals === 'number' && modals > isOpen
    })
    expect(stale, 'an entry of a closed modal is still there').toBe(false)
  }).toPass()
}

/** It is left or loaded anew only when no step of its history is on its way. */
function steady(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (...to) => {
    await historySettles(page)
    return goto(...to)
  }
  page.reload = async (...how) => {
    await historySettles(page)
    return reload(...how)
  }
}

/** Every page is steady: the one of the test, and those of the others who are in it with a browser of their own. */
export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (...how) => {
        const context = await newContext(...how)
        return context.on('page', steady)
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
})
