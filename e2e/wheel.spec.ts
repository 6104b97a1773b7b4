// The wheel against the real whole: a deposit earns coins, a spin costs one, what it won is claimed, and what gets lost on the way is not lost.
import { expect, type Locator, type Page } from '@playwright/test'
import { hold } from './held.ts'
import type { Player } from './player.ts'
import { test } from './whole.ts'

// In Thai, whose texts have no plurals to spell out here.
test.use({ language: 'th' })

function hub(player: Player, coins: number) {
  return player.page.getByRole('button', { name: player.words('spin.spin-coins', { coins }), exact: true })
}

const wheelOf = (page: Page) => page.locator('[data-at]:has(canvas)')

async function openWheel(player: Player, coins: number): Promise<void> {
  await player.page.goto('/user/spin')
  await expect(hub(player, coins)).toBeVisible()
}

/** Spins, reads the prize, and closes it; answers the drawn label. */
async function spin(
  player: Player,
  coins: number,
  read: (sheet: Locator) => Promise<void> = async () => {},
): Promise<string> {
  const answered = player.page.waitForResponse('**/api/spinwheel/spin')
  await hub(player, coins).click()
  const { result }: { result: { label: string; remainingCoin: number } } = await (await answered).json()
  expect(result.remainingCoin).toBe(coins - 1)
  await expect(player.page.getByRole('dialog')).toBeVisible()
  await expect(player.page.getByRole('dialog')).toContainText(result.label)
  await read(player.page.getByRole('dialog'))
  await player.button('spin.prize-close').click()
  await expect(player.page.getByRole('dialog')).toBeHidden()
  return result.label
}

const claimButtons = ({ page, words }: Player) =>
  page.getByRole('table').getByRole('button', { name: words('spin.claim'), exact: true })

test.describe('with three coins from a deposit of 300', () => {
  test.use({ purse: 300 })

  test('home counts them and leads to the wheel', async ({ player }) => {
    const name = player.words('home.spin-coins', { coins: 3 })
    await player.page.getByRole('link', { name, exact: true }).click()
    await expect(player.page).toHaveURL(/\/user\/spin$/)
    await expect(hub(player, 3)).toBeVisible()
  })

  test('a spin takes one, its prize of money is claimed once, to the satang', async ({ player, books }) => {
    const restore = await books.drawOnly('CASH20')
    await openWheel(player, 3)
    const until = new RegExp(
      player.words('spin.prize-until', { time: '\\d\\d/\\d\\d/\\d{4}\\s\\d\\d:\\d\\d:\\d\\d' }),
    )
    const label = await spin(player, 3, (sheet) => expect(sheet).toContainText(until))
    expect(label).toBe('20\u00a0บาท')
    await expect(hub(player, 2)).toBeVisible()
    const row = player.page.getByRole('row').filter({ hasText: '20 บาท' })
    await expect(row).toContainText(`20.00 ${player.currency}`)
    await player.page.reload()
    await expect(hub(player, 2)).toBeVisible()
    await expect(row).toContainText(`20.00 ${player.currency}`)
    let claims = 0
    player.page.on('request', (request) => {
      if (request.url().endsWith('/spinwheel/coupon/claim')) claims += 1
    })
    await claimButtons(player).click()
    await player.button('spin.claim-confirm').dblclick()
    await expect(
      player.says('spin.claimed', { amount: '20.00', currency: player.currency }).first(),
    ).toBeVisible()
    await expect(player.says('spin.coupons-empty')).toBeVisible()
    expect(claims).toBe(1)
    expect((await books.ofMember(player.member.phone)).wallet).toBe(320_00n)
    await player.page.reload()
    await expect(player.says('spin.coupons-empty')).toBeVisible()
    await player.page.goto('/user/home')
    await player.expectHome({ total: '320.00', wallet: '320.00' })
    await restore()
  })

  test('an answer that gets lost stops the wheel, and the prize is among the coupons', async ({
    player,
    books,
  }) => {
    const restore = await books.drawOnly('COIN3')
    await openWheel(player, 3)
    await player.page.route('**/api/spinwheel/spin', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await hub(player, 3).click()
    await expect(wheelOf(player.page)).toHaveAttribute('data-at', 'stopped')
    await expect(player.says('spin.unknown')).toBeVisible()
    await player.page.reload()
    await expect(hub(player, 2)).toBeVisible()
    await expect(claimButtons(player)).toHaveCount(1)
    await claimButtons(player).click()
    await player.button('spin.claim-confirm').click()
    await expect(hub(player, 5)).toBeVisible()
    await restore()
  })

  test('a spin that never arrived costs nothing, and is the same spin when it is tapped again', async ({
    player,
  }) => {
    await openWheel(player, 3)
    await player.page.route('**/api/spinwheel/spin', (route) => route.abort(), { times: 1 })
    await hub(player, 3).click()
    await expect(wheelOf(player.page)).toHaveAttribute('data-at', 'stopped')
    await expect(player.says('spin.unknown')).toBeVisible()
    await expect(hub(player, 3)).toBeVisible()
    await spin(player, 3)
    await expect(hub(player, 2)).toBeVisible()
  })

  test('what became of the coin is in sight above the menu of a small phone', async ({ player }) => {
    await player.page.setViewportSize({ width: 320, height: 568 })
    await openWheel(player, 3)
    await player.page.route('**/api/spinwheel/spin', (route) => route.abort(), { times: 1 })
    await hub(player, 3).click()
    const isOnTop = (words: Element) => {
      const { left, right, bottom } = words.getBoundingClientRect()
      return document.elementFromPoint((left + right) / 2, bottom - 2) === words
    }
    await expect.poll(() => player.says('spin.unknown').evaluate(isOnTop)).toBe(true)
  })

  test('a spin is counted on the profile that was looked at just before it', async ({ player }) => {
    const { page, words } = player
    const coins = page.locator('dl').filter({ has: page.getByText(words('profile.coin'), { exact: true }) })
    await player.link('app.menu-profile').click()
    await expect(coins.getByRole('definition').filter({ hasText: /^3$/ })).toBeVisible()
    await player.goHome()
    await page.getByRole('link', { name: words('home.spin-coins', { coins: 3 }), exact: true }).click()
    await spin(player, 3)
    await player.link('app.menu-profile').click()
    await expect(coins.getByRole('definition').filter({ hasText: /^2$/ })).toBeVisible()
  })

  test('whoever leaves a turning wheel finds the coin gone and the prize there when they come back', async ({
    player,
    books,
  }) => {
    const restore = await books.drawOnly('CASH20')
    await openWheel(player, 3)
    const answered = player.page.waitForResponse('**/api/spinwheel/spin')
    await hub(player, 3).click()
    await answered
    await player.goHome()
    await player.page
      .getByRole('link', { name: player.words('home.spin-coins', { coins: 2 }), exact: true })
      .click()
    await expect(hub(player, 2)).toBeVisible()
    await expect(claimButtons(player)).toHaveCount(1)
    await restore()
  })

  test('the face is drawn anew, and as sharp, when the screen gets other pixels or another width', async ({
    player,
  }) => {
    const { page } = player
    await openWheel(player, 3)
    const face = page.locator('[data-at] canvas')
    const isSharp = () =>
      face.evaluate(
        (canvas) =>
          canvas instanceof HTMLCanvasElement &&
          canvas.width === Math.round(canvas.clientWidth * Math.min(3, devicePixelRatio)),
      )
    const session = await page.context().newCDPSession(page)
    const screen = (width: number, height: number, deviceScaleFactor: number) =>
      session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: true })
    await expect.poll(isSharp).toBe(true)
    // Turned to a desk's screen and back while it turns.
    await hub(player, 3).click()
    await expect(wheelOf(page)).toHaveAttribute('data-at', /spinning|landing/)
    for (const [width, height, ratio] of [
      [360, 740, 3],
      [360, 740, 1.5],
      [320, 568, 1.5],
      [740, 360, 2.625],
      [360, 740, 4],
    ] as const) {
      await screen(width, height, ratio)
      await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(ratio)
      await expect.poll(isSharp, `${width} px wide, ${ratio} pixels per px`).toBe(true)
    }
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('a slice that this wheel does not have is told in words', async ({ player }) => {
    await openWheel(player, 3)
    await player.page.route('**/api/spinwheel/spin', (route) =>
      route.fulfill({ json: { success: true, result: { code: 'GONE', label: 'ทอง', remainingCoin: 2 } } }),
    )
    await hub(player, 3).click()
    await expect(player.says('spin.not-on-wheel', { label: 'ทอง' })).toBeVisible()
    await player.page.reload()
    await expect(hub(player, 3)).toBeVisible()
  })

  test('one spin goes at a time, however often the button is tapped', async ({ player }) => {
    let spins = 0
    player.page.on('request', (request) => {
      if (request.url().endsWith('/spinwheel/spin')) spins += 1
    })
    const answer = await hold(player.page, '**/api/spinwheel/spin')
    await openWheel(player, 3)
    await hub(player, 3).dblclick()
    await expect(wheelOf(player.page)).toHaveAttribute('data-at', 'spinning')
    await player.page.locator('[data-at] button').click({ force: true })
    answer()
    await expect(player.page.getByRole('dialog')).toBeVisible()
    expect(spins).toBe(1)
  })

  test('the odds are shown as the operator publishes them', async ({ player }) => {
    await openWheel(player, 3)
    await player.button('spin.odds').click()
    await expect(player.sheet('spin.odds').getByRole('row').filter({ hasText: '500 บาท' })).toContainText(
      '0.2%',
    )
  })
})

test.describe('with one coin', () => {
  test.use({ purse: 100 })

  test('two tabs spin once between them, and the second says that there are no more', async ({
    player,
    context,
  }) => {
    await openWheel(player, 1)
    const other = await context.newPage()
    await other.goto('/user/spin')
    const otherHub = other.getByRole('button', { name: player.words('spin.spin-coins', { coins: 1 }) })
    await expect(otherHub).toBeVisible()
    await spin(player, 1)
    await otherHub.click()
    await expect(wheelOf(other)).toHaveAttribute('data-at', 'stopped')
    await expect(other.getByText(player.words('spin.no-coins'))).toBeVisible()
    await expect(
      other.getByRole('button', { name: player.words('spin.spin-coins', { coins: 0 }) }),
    ).toBeVisible()
  })
})

test('without a coin the wheel stands, and says how coins are earned', async ({ player }) => {
  await openWheel(player, 0)
  let spins = 0
  player.page.on('request', (request) => {
    if (request.url().endsWith('/spinwheel/spin')) spins += 1
  })
  await player.page.locator('[data-at] button').click({ force: true })
  await expect(player.says('spin.no-coins').first()).toBeVisible()
  await expect(wheelOf(player.page)).toHaveAttribute('data-at', 'idle')
  expect(spins).toBe(0)
  await player.button('spin.deposit').click()
  await expect(player.sheet('deposit.title')).toBeVisible()
})

test('every refusal of a claim is told in words', async ({ player }) => {
  const coupon = { _id: 'c1', prize: { name: 'เงินรางวัล', slice: '20 บาท' }, amount: 20 }
  await player.page.route('**/api/spinwheel/coupon', (route) =>
    route.fulfill({ json: { coupons: [coupon] } }),
  )
  let error = ''
  await player.page.route('**/api/spinwheel/coupon/claim', (route) =>
    route.fulfill({ json: { success: false, error } }),
  )
  await player.page.goto('/user/spin')
  for (error of [
    'NO_CLAIMABLE_COUPON',
    'INVALID_PRIZE_CODE',
    'INVALID_CODE',
    'INVALID_COUPON_TYPE',
    'COUPON_EXPIRED',
    'BONUS_REMAINING',
  ]) {
    await claimButtons(player).click()
    await player.button('spin.claim-confirm').click()
    await expect(player.page.getByRole('alertdialog')).toContainText(player.words(`errors.${error}`))
    await player.button('spin.ok').click()
  }
})

test('without a wheel home and page do without', async ({ player, books }) => {
  const restore = await books.setSetting('wheelActive', false)
  await expect.poll(() => player.call('GET', '/spinwheel/active')).toEqual({ isActive: false })
  await player.page.goto('/user/spin')
  await expect(player.says('spin.resting-title')).toBeVisible()
  await player.page.goto('/user/home')
  await expect(player.button('home.refresh-all')).toBeVisible()
  await expect(player.link('home.spin')).toBeHidden()
  await restore()
})
