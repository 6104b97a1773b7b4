// The rough edges of a session: who may be where, and what ends it.
import { expect } from '@playwright/test'
import { hold } from './held.ts'
import { join, newcomer, payIn } from './member.ts'
import { Player } from './player.ts'
import { dropLongWaits } from './scenes/steps.ts'
import { test } from './whole.ts'

test.describe('the guard', () => {
  test('sends a deep link to the login and back to it afterwards @both-builds', async ({
    visitor,
    kapao,
    region,
  }) => {
    const member = await join(kapao, newcomer(region))
    const player = new Player(visitor.page, kapao, visitor.locale, member)
    await player.setLanguage()
    await player.page.goto('/user/statement')
    await expect(player.page).toHaveURL(/\/login\?next=/)
    await player.fillLogin()
    await player.button('session.log-in').click()
    await expect(player.page).toHaveURL(/\/user\/statement$/)
    await expect(player.says('statement.empty-title')).toBeVisible()
  })

  test('asks nobody to log in for a page that there is not', async ({ visitor }) => {
    await visitor.setLanguage()
    await visitor.page.goto('/user/nope')
    await expect(visitor.says('app.not-found-title')).toBeVisible()
    await expect(visitor.page).toHaveURL(/\/user\/nope$/)
  })

  test('follows no address of a stranger after the login', async ({ visitor, kapao, region }) => {
    const member = await join(kapao, newcomer(region))
    const player = new Player(visitor.page, kapao, visitor.locale, member)
    await player.setLanguage()
    await player.page.goto('/login?next=https://evil.example/user/home')
    await player.logIn()
  })

  test('forgets the session when a visitor page is opened @both-builds', async ({ player }) => {
    const kept = () =>
      player.page.evaluate(() =>
        ['token', 'remember-agreement', 'last_sync'].filter(
          (key) => localStorage.getItem(key) !== null || sessionStorage.getItem(key) !== null,
        ),
      )
    await player.expectHome({ total: '0.00', wallet: '0.00' })
    await expect.poll(kept).toEqual(['token', 'remember-agreement', 'last_sync'])
    await player.page.goto('/contact')
    await expect(player.heading('contact.title')).toBeVisible()
    expect(await kept()).toEqual([])
    await player.page.goto('/user/home')
    await expect(player.page).toHaveURL(/\/login$/)
  })

  test('keeps it while the browser has a visitor page ready that nobody has come to yet', async ({
    player,
    context,
  }) => {
    await player.expectHome({ total: '0.00', wallet: '0.00' })
    const ahead = await context.newPage()
    await ahead.addInitScript(() =>
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true }),
    )
    await ahead.goto('/login')
    await expect(ahead.locator('html[data-live]')).toBeAttached()
    const token = () => player.page.evaluate(() => localStorage.getItem('token'))
    expect(await token()).not.toBeNull()
    await player.page.reload()
    await player.expectHome({ total: '0.00', wallet: '0.00' })
    await ahead.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false })
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    await expect(player.page).toHaveURL(/\/login$/)
    // Of another tab the store may be heard of a moment later.
    await expect.poll(token).toBeNull()
  })

  test('shows that there is no such page, with a way home', async ({ player }) => {
    for (const path of ['/nowhere', '/user/nowhere']) {
      await player.page.goto(path)
      await expect(player.says('app.not-found-title')).toBeVisible()
      await player.link('app.to-home').click()
      await expect(player.page).toHaveURL(/\/user\/home$/)
    }
  })
})

test.describe('the end of a session', () => {
  test('comes with the log-out button, also for the back button', async ({ player }) => {
    await player.button('app.log-out').click()
    await expect(player.page).toHaveURL(/\/login$/)
    expect(await player.page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await player.page.goBack()
    await expect(player.page).toHaveURL(/\/login$/)
    await expect(player.balanceCard).toBeHidden()
  })

  test('reaches the other tabs', async ({ player }) => {
    const other = await player.page.context().newPage()
    await other.goto('/user/statement')
    await expect(other.getByText(player.words('statement.empty-title'))).toBeVisible()
    // What it says stays to be read.
    await other.evaluate(dropLongWaits)
    await player.button('app.log-out').click()
    await expect(other).toHaveURL(/\/login/)
    await expect(other.getByText(player.words('app.logged-out-elsewhere')).first()).toBeVisible()
  })

  test('reaches a tab whose session is its own, at the other tab’s log-in, and never shows it another’s money', async ({
    visitor,
    kapao,
    region,
    context,
  }) => {
    const [rich, poor] = [await join(kapao, newcomer(region)), await join(kapao, newcomer(region))]
    await payIn(kapao, rich, 777)
    const first = new Player(visitor.page, kapao, 'en', rich)
    await first.setLanguage()
    await first.page.goto('/login')
    await first.logIn()
    await first.expectHome({ total: '777.00', wallet: '777.00' })
    const second = new Player(await context.newPage(), kapao, 'en', poor)

    // Where the guard sends somebody to the log-in, nobody asked for an end.
    await second.page.goto('/user/statement')
    await expect(second.page).toHaveURL(/\/login/)
    await first.page.reload()
    await first.expectHome({ total: '777.00', wallet: '777.00' })
    await first.page.evaluate(dropLongWaits)

    await second.fillLogin()
    await second.page.getByRole('checkbox', { name: second.words('session.remember') }).check()
    await second.button('session.log-in').click()
    await expect(second.page).toHaveURL(/\/user\/statement$/)
    await expect(first.page).toHaveURL(/\/login$/)
    await expect(first.says('app.logged-out-elsewhere').first()).toBeVisible()
    await expect(first.page.getByText('777.00')).toHaveCount(0)
    // And takes nothing from the second, which goes on.
    await second.page.reload()
    await expect(second.says('statement.empty-title')).toBeVisible()
    // Begun anew, the first tab belongs to the same member.
    await first.page.goto('/user/home')
    await expect(first.page.getByRole('region', { name: first.words('home.total') })).toContainText('0.00')
    await expect(first.page.getByText('777.00')).toHaveCount(0)

    await second.page.goto('/howto')
    await expect(first.page).toHaveURL(/\/login$/)
  })

  test('reaches a tab that was away when another ended it', async ({ visitor, kapao, region, context }) => {
    const first = new Player(visitor.page, kapao, 'en', await join(kapao, newcomer(region)))
    await first.setLanguage()
    await first.page.goto('/login')
    await first.logIn()
    await first.expectHome({ total: '0.00', wallet: '0.00' })
    // A game's page, say, in the same tab.
    await first.page.goto('/icon.svg')
    const other = await context.newPage()
    await other.goto('/login')
    // What the build has drawn ends nothing: the page itself does.
    await expect(other.locator('html[data-live]')).toBeAttached()
    await first.page.goto('/user/home')
    await expect(first.page).toHaveURL(/\/login$/)
    expect(await first.page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
  })

  test('takes nothing from a tab that has logged in since, when the one that was sent to the log-in is loaded again', async ({
    player,
    context,
  }) => {
    const other = await context.newPage()
    await other.goto('/user/home')
    await expect(other.getByRole('region', { name: player.words('home.total') })).toBeVisible()
    await player.button('app.log-out').click()
    await expect(other).toHaveURL(/\/login$/)
    await player.logIn({ remember: true })
    await other.reload()
    await expect(other.locator('html[data-live]')).toBeAttached()
    await player.page.reload()
    await player.expectHome({ total: '0.00', wallet: '0.00' })
  })

  test('reaches a tab that slept through it as soon as it wakes', async ({ player }) => {
    await player.expectHome({ total: '0.00', wallet: '0.00' })
    // A page hears of no change that it made itself: as if it was made while it slept.
    await player.page.evaluate(() => localStorage.setItem('token', 'somebody-else-s'))
    const tokens: (string | undefined)[] = []
    player.page.on('request', (request) => {
      if (request.url().endsWith('/api/wallet')) tokens.push(request.headers().authorization)
    })
    await player.button('home.check').click()
    await expect.poll(() => tokens).not.toEqual([])
    expect(tokens).not.toContain('Bearer somebody-else-s')
    await player.sleep()
    await player.wake()
    await expect(player.page).toHaveURL(/\/login$/)
  })

  for (const how of ['revoked', 'idle'] as const) {
    test(`is told in words when the session was ${how}`, async ({ player, books }) => {
      await player.expectHome({ total: '0.00', wallet: '0.00' })
      // What home asks for by itself would tell of the end before the tap does.
      await hold(player.page, '**/api/wallet')
      await player.page.evaluate(dropLongWaits)
      await books.endSessions(player.member.phone, how)
      await player.button('home.check').click()
      await expect(player.page).toHaveURL(/\/login$/)
      await expect(player.says('errors.UNAUTHORIZED').first()).toBeVisible()
    })
  }

  test('is told by its own page when the operator has closed', async ({ player, books }) => {
    await player.expectHome({ total: '0.00', wallet: '0.00' })
    const closed = () => player.call('GET', '/lookup/active')
    const reopen = await books.setSetting('terminated', 'gone')
    try {
      await expect.poll(closed).toEqual({ terminated: 'gone' })
      // Home may have found out by itself before a finger comes to its button.
      await player.page.goto('/user/home')
      await expect(player.page).toHaveURL(/\/terminated$/)
      await expect(player.says('app.terminated-title')).toBeVisible()
      await player.page.goto('/login')
      await expect(player.page).toHaveURL(/\/terminated$/)
    } finally {
      await reopen()
      await expect.poll(closed).toEqual({ terminated: '' })
    }
  })
})

test('whoever goes on to another page while a log-in is under way stays there', async ({
  visitor,
  kapao,
  region,
}) => {
  const player = new Player(visitor.page, kapao, visitor.locale, await join(kapao, newcomer(region)))
  await player.setLanguage()
  await player.page.goto('/login')
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await player.page.route('**/api/login', async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await held.promise
    // Nobody may be there for it any more.
    await route.fulfill({ response }).catch(() => undefined)
    answered.resolve()
  })
  await player.fillLogin()
  await player.button('session.log-in').click()
  await asked.promise
  await player.link('app.menu-contact').click()
  await expect(player.heading('contact.title')).toBeVisible()
  held.resolve()
  await answered.promise
  // What that answer leads to is done before that of a later call.
  await player.page.evaluate(async () => void (await (await fetch('/icon.svg')).text()))
  await expect(player.page).toHaveURL(/\/contact$/)
  expect(await player.page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
})
