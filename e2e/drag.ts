import type { Page } from '@playwright/test'

interface Place {
  readonly x: number
  readonly y: number
}

const STEPS = 8

/** A finger that goes so far and lets go. The browser makes of it what it would of a real one: it scrolls, or leaves it to the page. */
export async function drag(page: Page, from: Place, way: Place): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', step: number) => {
    const place = { x: from.x + (way.x * step) / STEPS, y: from.y + (way.y * step) / STEPS }
    return finger.send('Input.dispatchTouchEvent', { type, touchPoints: [place] })
  }
  await touch('touchStart', 0)
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', step)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await finger.detach()
}
