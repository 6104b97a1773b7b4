import type { Page } from '@playwright/test'

/** A finger that pulls the page down and lets go. */
export async function pullDown(page: Page): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 180, y }] })
  await touch('touchStart', 200)
  for (let y = 220; y <= 460; y += 40) await touch('touchMove', y)
  await touch('touchEnd', 460)
}
