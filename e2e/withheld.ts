import type { Page } from '@playwright/test'

/**
 * Keeps a part of the page from it, as a broken line does, until it is let through. In the page itself, which fetches a part before it imports it: what
 * Playwright holds back as its interception ends may never end.
 */
export async function withhold(page: Page, part: string): Promise<() => Promise<void>> {
  await page.evaluate((name) => {
    const ask = window.fetch
    window.fetch = (what, options) =>
      String(what).includes(`/assets/${name}-`)
        ? Promise.reject(new TypeError('Failed to fetch'))
        : ask(what, options)
    Reflect.set(window, 'letThrough', () => {
      window.fetch = ask
    })
  }, part)
  return () => page.evaluate(() => Reflect.get(window, 'letThrough')())
}
