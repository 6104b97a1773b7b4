import { test as base, expect, type Page } from '@playwright/test'

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

/** A page that is left or loaded anew only when no step of its history is on its way. */
export const test = base.extend({
  page: async ({ page }, use) => {
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
    await use(page)
  },
})
