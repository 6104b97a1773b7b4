// Where the wheel rests, read from the screen: the hue under the pointer's tip is that of the slice that the answer named. A hue stays what it
// is under light and shadow. The answers are scripted, and so is the time: every slice of every wheel is spun once. And what else moves around it.
import { expect, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { dropLongWaits } from './scenes/steps.ts'
import { test } from './whole.ts'

test.use({ language: 'th' })

const hueOf = (slice: number, count: number) => (slice * 360) / count

function wheelOf(count: number) {
  const slices = Array.from({ length: count }, (_, slice) => ({
    code: `S${slice}`,
    label: `${slice}`,
    bgColor: `hsl(${hueOf(slice, count)} 100% 50%)`,
    textColor: '#ffffff',
    htmlDescription: '',
  }))
  return { name: 'W', slices, userCoin: 99 }
}

/** The hue of a pixel a little below the pointer's tip, where no label reaches. */
async function hueUnderPointer(page: Page): Promise<number> {
  const box = await page.locator('[data-at]:has(canvas)').boundingBox()
  if (!box) throw new Error('There is no wheel')
  const clip = {
    x: Math.round(box.x + box.width / 2),
    y: Math.round(box.y + box.height * 0.125),
    width: 1,
    height: 1,
  }
  const { data } = PNG.sync.read(await page.screenshot({ clip, animations: 'disabled' }))
  const [red = 0, green = 0, blue = 0] = data
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (most === red) return (60 * ((green - blue) / spread) + 360) % 360
  return most === green ? 60 * ((blue - red) / spread + 2) : 60 * ((red - green) / spread + 4)
}

/** Lets the page's time go on until it is so. */
async function runUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  const soon = async () => {
    await page.clock.runFor(300)
    return isSo()
  }
  await expect.poll(soon, { intervals: [10] }).toBe(true)
}

/** The end of what turns the wheel, at once: the browser's own time is not the page's, and 63 spins would take minutes of it. */
function finishSpin(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  })
}

/** Has the page look at the confetti in each of its frames; answers how to ask for the most that it had at once, and has, of different values. */
async function watchShades(page: Page): Promise<() => Promise<{ most: number; now: number }>> {
  await page.evaluate(() => {
    const [width, height] = [120, 240]
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    const shades = { most: 0, now: 0 }
    requestAnimationFrame(function look() {
      requestAnimationFrame(look)
      const canvas = document.querySelector<HTMLCanvasElement>('dialog canvas')
      if (!canvas || !copy) return
      copy.clearRect(0, 0, width, height)
      copy.drawImage(canvas, 0, 0, width, height)
      shades.now = new Set(copy.getImageData(0, 0, width, height).data).size
      shades.most = Math.max(shades.most, shades.now)
    })
    Reflect.set(window, 'shades', shades)
  })
  return () => page.evaluate(() => Reflect.get(window, 'shades'))
}

/** Has the page note how long what moves on the wheel takes from now on; answers how to ask for the longest, in ms. */
async function watchMoves(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { animate } = Element.prototype
    let longest = 0
    Element.prototype.animate = function (...how) {
      const move = animate.apply(this, how)
      if (this.closest('[data-at]'))
        longest = Math.max(longest, Number(move.effect?.getComputedTiming().activeDuration ?? 0))
      return move
    }
    Reflect.set(window, 'longestMove', () => longest)
  })
  return () => page.evaluate(() => Reflect.get(window, 'longestMove')())
}

for (const count of [2, 3, 8, 10, 40]) {
  test(`a wheel of ${count} rests on each slice that is drawn`, async ({ player }) => {
    test.setTimeout(test.info().timeout + count * 6_000)
    const { page } = player
    let drawn = 0
    await page.route('**/api/spinwheel/setup', (route) => route.fulfill({ json: wheelOf(count) }))
    await page.route('**/api/spinwheel/coupon', (route) => route.fulfill({ json: { coupons: [] } }))
    await page.route('**/api/spinwheel/spin', (route) => {
      const result = { code: `S${drawn}`, label: `${drawn}`, remainingCoin: 98 }
      return route.fulfill({ json: { success: true, result } })
    })
    await page.clock.install()
    await page.goto('/user/spin')
    const wheel = page.locator('[data-at]:has(canvas)')
    const hub = wheel.getByRole('button')
    await expect(wheel).toHaveAttribute('data-at', 'idle')
    await page.clock.pauseAt(Date.now() + 60_000)
    for (drawn = 0; drawn < count; drawn += 1) {
      // A tap's way to the button is another journey's: here it is 63 of them.
      await hub.dispatchEvent('click')
      await page.clock.runFor(100)
      await expect(wheel).toHaveAttribute('data-at', 'landing')
      await finishSpin(page)
      await expect(wheel).toHaveAttribute('data-at', 'landed')
      const away = Math.abs((((await hueUnderPointer(page)) - hueOf(drawn, count) + 540) % 360) - 180)
      expect(away, `slice ${drawn} of ${count}`).toBeLessThan(180 / count)
      await runUntil(page, () => page.getByRole('dialog').isVisible())
      await page.keyboard.press('Escape')
      await runUntil(page, async () => (await wheel.getAttribute('data-at')) === 'idle')
    }
  })
}

test('the prize is drawn while the wheel turns, and neither seen nor reached before it rests', async ({
  player,
}) => {
  const { page } = player
  const { slices } = wheelOf(2)
  const prize = { ...slices[0], label: 'ทองคำ', htmlDescription: '<p><a href="/user/home">ทองแท้</a></p>' }
  await page.route('**/api/spinwheel/setup', (route) =>
    route.fulfill({ json: { name: 'W', slices: [prize, slices[1]], userCoin: 99 } }),
  )
  await page.route('**/api/spinwheel/spin', (route) =>
    route.fulfill({
      json: { success: true, result: { code: prize.code, label: prize.label, remainingCoin: 98 } },
    }),
  )
  await page.clock.install()
  await page.goto('/user/spin')
  const wheel = page.locator('[data-at]:has(canvas)')
  await expect(wheel).toHaveAttribute('data-at', 'idle')
  await page.clock.pauseAt(Date.now() + 60_000)
  await wheel.getByRole('button').dispatchEvent('click')
  await runUntil(page, async () => (await wheel.getAttribute('data-at')) === 'landing')
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.pause()
  })
  const drawn = page.locator('dialog', { hasText: 'ทองแท้' })
  await runUntil(page, async () => (await drawn.count()) === 1)
  await expect(drawn).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await drawn.locator('a').evaluate((link) => {
    if (link instanceof HTMLElement) link.focus()
  })
  await expect(drawn.locator('a')).not.toBeFocused()
  await expect(wheel).toHaveAttribute('data-at', 'landing')
  await finishSpin(page)
  await runUntil(page, () => drawn.isVisible())
  await expect(page.getByRole('dialog')).toContainText('ทองคำ')
  await expect(drawn.locator(':focus')).toHaveCount(1)
})

test.describe('with coins', () => {
  test.use({ purse: 300 })

  test('confetti falls for a prize, and is gone by itself; whoever wants less motion has none', async ({
    player: { page },
    books,
  }) => {
    const restore = await books.drawOnly('CASH20')
    const button = page.locator('[data-at]:has(canvas) button')
    const confetti = page.locator('dialog canvas')
    await page.goto('/user/spin')
    const shades = await watchShades(page)
    await button.click()
    await expect(confetti).toBeVisible()
    await expect.poll(async () => (await shades()).most).toBeGreaterThan(1)
    await expect.poll(async () => (await shades()).now).toBe(1)
    await page.keyboard.press('Escape')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await button.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(confetti).toHaveCount(0)
    await restore()
  })

  test('whoever wants less motion sees the result at once, and the keyboard does it all', async ({
    player,
  }) => {
    await player.page.emulateMedia({ reducedMotion: 'reduce' })
    const hub = (coins: number) =>
      player.page.getByRole('button', { name: player.words('spin.spin-coins', { coins }), exact: true })
    await player.page.goto('/user/spin')
    await expect(hub(3)).toBeVisible()
    // Nothing comes after a long wait, nor is there anything long to see.
    await player.page.evaluate(dropLongWaits)
    const longestMove = await watchMoves(player.page)
    await hub(3).focus()
    await player.page.keyboard.press('Enter')
    await expect(player.page.getByRole('dialog')).toBeVisible()
    expect(await longestMove()).toBeLessThanOrEqual(200)
    await player.page.keyboard.press('Escape')
    await expect(player.page.getByRole('dialog')).toBeHidden()
    await expect(hub(2)).toBeFocused()
  })
})
