import type { Page } from '@playwright/test'

/** The next call of this method there reaches the server, and its answer never comes back. */
export async function loseNextAnswer(page: Page, path: string, method = 'GET'): Promise<void> {
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}
