// The rest of home: what is one tap away, what moves by itself, and what comes back by itself after it failed.
import { expect } from '@playwright/test'
import { hold } from './held.ts'
import { openGame, payIn } from './member.ts'
import { test } from './whole.ts'

const banner = { image: '/art/banner-bonus.svg', html: '<h3>Bring a friend</h3>' }

test('until it is known whether there is a wheel, its place in the grid is nothing that can be tapped', async ({
  player,
}) => {
  const { page } = player
  const letGo = await hold(page, '**/spinwheel/active')
  await page.reload()
  await expect(player.button('home.deposit')).toBeVisible()
  await expect(player.button('home.refresh-all')).toBeHidden()
  letGo()
  await expect(page.getByRole('main').locator('li a[href="/user/spin"]')).toBeVisible()
  await expect(player.button('home.refresh-all')).toBeHidden()
})

test('without a wheel there is a widget that asks every game; the shortcuts lead where they say @both-builds', async ({
  player,
  kapao,
  sandbox,
  books,
}) => {
  const { page, member } = player
  const loggedIn = { ...member, token: await player.token() }
  await payIn(kapao, loggedIn, 100)
  const username = await openGame(kapao, loggedIn, 'PG')
  await player.call('POST', '/wallet/transfer', { from: 'WALLET', to: 'PG', amount: player.worth(60) })
  await sandbox.play('PG', username, 15.5)
  const wheel = page.getByRole('main').locator('a[href="/user/spin"]')
  await expect(wheel.first()).toBeVisible()
  await expect(player.button('home.refresh-all')).toBeHidden()
  const putBack = await books.setSetting('wheelActive', false)
  try {
    // The server learns of a changed setting a moment later.
    await expect.poll(() => player.call('GET', '/spinwheel/active')).toMatchObject({ isActive: false })
    await page.reload()
    await player.button('home.refresh-all').click()
    await player.expectHome({ total: '115.50', wallet: '40.00', games: '75.50' })
    await expect(wheel).toHaveCount(0)
  } finally {
    await putBack()
  }
  await page.reload()
  await player.expectHome({ total: '115.50', wallet: '40.00', games: '75.50' })

  const shortcuts = page.getByRole('navigation', { name: player.words('home.shortcuts'), exact: true })
  await player.press(shortcuts, 'home.transfer')
  await player.close(player.sheet('transfer.title'))
  await player.press(shortcuts, 'home.bring-all')
  await player.button('bring-all.confirm').click()
  await expect(player.sheet('bring-all.done')).toBeVisible()
  await player.button('bring-all.ok').click()
  await player.expectHome({ total: '115.50', wallet: '115.50' })
  await player.press(shortcuts, 'home.bring-all')
  await player.button('bring-all.confirm').click()
  await expect(player.sheet('bring-all.nothing')).toBeVisible()
  await player.button('bring-all.ok').click()
  await shortcuts.getByRole('link', { name: player.words('home.bonus'), exact: true }).click()
  await expect(page).toHaveURL(/\/user\/bonus$/)
  await player.goHome()
  await player.link('home.bonus-conditions').click()
  await expect(page).toHaveURL(/\/user\/bonus$/)
})

test('invite and refund show the operator’s banners first, and the plain sheet where there are none @both-builds', async ({
  player,
  books,
}) => {
  const { page } = player
  const two = [banner, { ...banner, html: '<h3>Bring another</h3>' }]
  const putBack = [
    await books.setSetting('inviteBanners', two),
    await books.setSetting('refundBanners', [banner]),
  ]
  const told = async (name: string) => {
    const { banners } = await player.call<{ banners: { html: string }[] }>('GET', `/${name}/banners`)
    return banners.map(({ html }) => html)
  }
  try {
    await expect.poll(() => told('invite')).toEqual(two.map(({ html }) => html))
    await expect.poll(() => told('refund')).toEqual([banner.html])
    for (const [name, count] of [
      ['invite', 2],
      ['refund', 1],
    ] as const) {
      await player.button(`home.${name}`).click()
      const sheet = player.sheet(`${name}.title`)
      await expect(sheet.getByRole('heading', { name: 'Bring a friend' })).toBeVisible()
      if (count > 1) {
        await player.press(sheet, `${name}.next-banner`)
        await expect(sheet.getByText('2 / 2')).toBeVisible()
        await expect(sheet.getByRole('heading', { name: 'Bring another' })).toBeInViewport()
      }
      await player.button(`${name}.start`).click()
      await expect(player.says(`${name}.empty-title`)).toBeVisible()
      await player.close(sheet)
    }
    await books.setSetting('inviteBanners', [])
    await expect.poll(() => told('invite')).toEqual([])
    // Banners that do not come are as good as none.
    await page.route('**/api/refund/banners', (route) => route.fulfill({ status: 500, body: '' }))
    await page.reload()
    for (const name of ['invite', 'refund']) {
      await player.button(`home.${name}`).click()
      await expect(player.says(`${name}.empty-title`)).toBeVisible()
      await player.close(player.sheet(`${name}.title`))
    }
  } finally {
    for (const back of putBack) await back()
  }
})

test('a balance that did not load comes by itself when the server is back @both-builds', async ({
  player,
}) => {
  const { page } = player
  await page.route('**/api/wallet', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.reload()
  await expect(player.says('home.failed')).toBeVisible()
  await player.look('home-failed')
  await page.unroute('**/api/wallet')
  await player.expectHome({ total: '0.00', wallet: '0.00' })
  await expect(page.getByRole('group', { name: player.words('home.group-slot') })).toBeVisible()
})

test('the ways to deposit, and what the operator wants read, come by themselves when the server is back @both-builds', async ({
  player,
}) => {
  const broken = { status: 502, body: 'Bad gateway' }
  await player.page.route('**/api/lookup/*', (route) => route.fulfill(broken))
  const sheet = await player.openDeposit()
  await expect(player.says('deposit.not-loaded-title')).toBeVisible()
  await player.page.unroute('**/api/lookup/*')
  await expect(player.way('KBANK')).toBeVisible()
  await player.close(sheet)
  await player.page.route('**/api/lookup/*', (route) => route.fulfill(broken))
  await player.button('app.menu-conditions').click()
  const conditions = player.sheet('conditions.title')
  await expect(conditions).toContainText(player.words('conditions.failed'))
  await player.page.unroute('**/api/lookup/*')
  await expect(conditions.getByRole('heading', { level: 3 }).first()).toBeVisible()
})
