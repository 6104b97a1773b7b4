// What phones, networks and browsers do to an app: slow lines, no line, refused storage, small screens, other people's settings.
import { expect, type Page } from '@playwright/test'
import { hold } from './held.ts'
import { crampedMarks, drawnByOthers, ownFonts } from './marks.ts'
import { join, newcomer, openGame, payIn } from './member.ts'
import { memberPages, memberSheets, visitorPages } from './places.ts'
import { Player } from './player.ts'
import { test } from './whole.ts'
import { locales } from './words.ts'

test('the page behind a sheet fills a window that becomes larger', async ({ player }) => {
  await player.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await player.button('app.menu-conditions').click()
  await expect(player.sheet('conditions.title')).toBeVisible()
  await player.page.setViewportSize({ width: 768, height: 1024 })
  const below = () =>
    player.page.evaluate(() => Math.round(innerHeight - document.body.getBoundingClientRect().bottom))
  await expect.poll(below).toBeLessThanOrEqual(0)
})

test.describe('on a slow line', () => {
  test('home holds its places until the figures come', async ({ player }) => {
    const answer = await hold(player.page, '**/api/wallet')
    await player.page.reload()
    await expect(player.balanceCard).toHaveAttribute('aria-busy', 'true')
    await expect(player.button('home.check')).toBeDisabled()
    const before = await player.balanceCard.boundingBox()
    answer()
    await player.expectHome({ total: '0.00', wallet: '0.00' })
    const after = await player.balanceCard.boundingBox()
    expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(8)
  })

  for (const [language, font] of [
    ['th', 'Noto Sans Thai Variable'],
    ['la', 'Noto Sans Lao Variable'],
  ] as const) {
    test(`words that were there before their font are drawn anew in it in ${language}`, async ({
      kapao,
      visitor,
      region,
    }) => {
      const member = await join(kapao, newcomer(region))
      const player = new Player(visitor.page, kapao, language, member)
      const send = await hold(player.page, '**/*.woff2')
      await player.setLanguage()
      await player.arrive(member.token)
      await player.expectHome({ total: '0.00', wallet: '0.00' })
      send()
      await expect.poll(() => ownFonts(player.page)).toContain(font)
      // The name may be in the other script, whose file comes by itself.
      await player.page.evaluate(async () => void (await document.fonts.ready))
      expect(await drawnByOthers(player.page)).toEqual([])
    })
  }

  test('the pressed button is busy and the form waits', async ({ visitor: player }) => {
    await player.setLanguage()
    await player.page.goto('/login')
    const answer = await hold(player.page, '**/api/login')
    await player.fillLogin()
    await player.button('session.log-in').click()
    await expect(player.button('session.log-in')).toHaveAttribute('aria-busy', 'true')
    await expect(player.field('session.phone')).not.toBeEditable()
    answer()
    await expect(player.page.getByText(player.words('errors.WRONG_CREDENTIAL'))).toBeVisible()
    await expect(player.field('session.phone')).toHaveValue(player.member.phone)
  })
})

test.describe('without a line', () => {
  test('the login says so and works again when it is back', async ({ visitor: player, context }) => {
    await player.setLanguage()
    await player.page.goto('/login')
    await player.fillLogin()
    await context.setOffline(true)
    await player.button('session.log-in').click()
    await expect(player.page.getByText(player.words('errors.no-network'))).toBeVisible()
    await context.setOffline(false)
    await player.button('session.log-in').click()
    await expect(player.page.getByText(player.words('errors.WRONG_CREDENTIAL'))).toBeVisible()
  })

  test('home and statement keep what they showed, and go on when the line is back', async ({
    player,
    context,
  }) => {
    await player.goToStatement()
    await expect(player.says('statement.empty-title')).toBeVisible()
    await player.goHome()
    await player.expectHome({ total: '0.00', wallet: '0.00' })
    await context.setOffline(true)
    await player.button('home.check').click()
    await player.expectHome({ total: '0.00', wallet: '0.00' })
    await player.goToStatement()
    await expect(player.says('statement.empty-title')).toBeVisible()
    await context.setOffline(false)
    await payIn(player.kapao, { ...player.member, token: await player.token() }, 30)
    await player.goHome()
    await player.button('home.check').click()
    await player.expectHome({ total: '30.00', wallet: '30.00' })
  })

  test('a page whose code cannot be loaded says so and comes back by trying again', async ({ player }) => {
    await player.expectHome({ total: '0.00', wallet: '0.00' })
    await player.page.route('**/assets/statement-page*', (route) => route.abort())
    // The page is loaded anew by itself first, and until then says so, too.
    const loadedAnew = player.page.waitForEvent('domcontentloaded')
    await player.goToStatement()
    await loadedAnew
    await expect(player.says('app.broken-title')).toBeVisible()
    await player.page.unroute('**/assets/statement-page*')
    await player.button('app.try-again').click()
    await expect(player.says('statement.empty-title')).toBeVisible()
  })

  test('a server that breaks is told in words, with a way to try again', async ({ player }) => {
    const { page } = player
    let isWell = false
    await page.route('**/api/wallet', (route) =>
      isWell ? route.continue() : route.fulfill({ status: 502, body: '<html>Bad gateway' }),
    )
    // By the press itself: home asks again of its own accord, too, and its button is gone then.
    await page.exposeFunction('mendServer', () => {
      isWell = true
    })
    await page.reload()
    await expect(player.says('home.failed')).toBeVisible()
    await page.evaluate(() => addEventListener('click', () => Reflect.get(window, 'mendServer')(), true))
    await player.button('app.try-again').click()
    await player.expectHome({ total: '0.00', wallet: '0.00' })
  })
})

test('the app works where storage is refused', async ({ page, kapao, region }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get: refuse, configurable: true })
    }
  })
  const member = await join(kapao, newcomer(region))
  const player = new Player(page, kapao, 'th', member)
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await player.chooseLanguage('en')
  await player.logIn({ remember: true })
  await player.expectHome({ total: '0.00', wallet: '0.00' })
  await player.openDeposit()
  await player.chooseWay('KBANK')
  await player.createQr('20')
  await expect(player.qrPicture('20.00')).toBeVisible()
})

test('switching the language keeps what was typed', async ({ visitor: player }) => {
  await player.setLanguage()
  await player.page.goto('/register')
  await player.field('register.phone').fill('0812')
  for (const language of locales) {
    await player.chooseLanguage(language)
    await expect(player.field('register.phone')).toHaveValue('0812')
    await expect(player.heading('register.phone-title')).toBeVisible()
  }
  await player.page.reload()
  await expect(player.page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a phone that wants less motion gets none', async ({ player }) => {
  await player.page.emulateMedia({ reducedMotion: 'reduce' })
  await player.openDeposit()
  const longest = await player.page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .filter((one) => !(one.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY))
        .map((one) => Number(one.effect?.getComputedTiming().activeDuration ?? 0)),
    ),
  )
  expect(longest).toBeLessThan(50)
  await player.chooseWay('KBANK')
  await expect(player.field('deposit.amount')).toBeVisible()
})

test('a tap means the game that is coming to the middle, also while the cards still turn', async ({
  player,
}) => {
  const { page } = player
  const slots = page.getByRole('group', { name: player.words('home.group-slot'), exact: true })
  const next = slots.getByRole('button', { name: player.words('home.next-game'), exact: true })
  const first = slots.getByRole('button').filter({ hasText: 'Lotus Lantern' })
  await next.scrollIntoViewIfNeeded()
  const middle = await first.boundingBox()
  if (middle === null) throw new Error('There is no card in the middle')
  await next.click()
  await page.touchscreen.tap(middle.x + middle.width / 2, middle.y + middle.height / 2)
  await expect(page.getByRole('dialog', { name: 'Ember Reels', exact: true })).toBeVisible()
})

/** Where something sticks out to the right; what scrolls or is clipped on its own does not count. */
function widthBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  for (const language of locales) {
    test(`nothing scrolls sideways or cuts off a mark in ${language}`, async ({ kapao, visitor, region }) => {
      test.slow()
      const member = await join(kapao, newcomer(region))
      await payIn(kapao, member, 98_765_432.1)
      await openGame(kapao, member, 'PG')
      const player = new Player(visitor.page, kapao, language, member)
      await player.setLanguage()
      const expectRoom = async () => {
        expect.soft(await widthBeyond(player.page), player.page.url()).toBeLessThanOrEqual(0)
        if (language !== 'en')
          expect.soft(await crampedMarks(player.page, language), player.page.url()).toEqual([])
      }
      for (const open of visitorPages) {
        await open(player)
        await expectRoom()
      }
      await player.arrive(member.token)
      // The script's own font came along: a phone may have none, or an old one.
      const fonts = { th: 'Noto Sans Thai Variable', la: 'Noto Sans Lao Variable' } as const
      if (language !== 'en') await expect.poll(() => ownFonts(player.page)).toContain(fonts[language])
      for (const open of [...memberPages, ...memberSheets]) {
        await open(player)
        await expectRoom()
        await player.look(`320-${[...memberPages, ...memberSheets].indexOf(open)}`)
      }
    })
  }
})
