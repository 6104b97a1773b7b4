import type { Page } from '@playwright/test'

/** Holds back what is asked for at such addresses; answers how to let it go. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(url, async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}
