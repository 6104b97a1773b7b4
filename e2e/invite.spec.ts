// Friends: the link on its way to them, what they bring, and how it gets into the wallet.
import { expect, type Locator } from '@playwright/test'
import { builds } from './builds.ts'
import { register } from './joining.ts'
import { call, join, newcomer, payIn } from './member.ts'
import { Player } from './player.ts'
import { test } from './whole.ts'

async function openInvite(player: Player, { withBanners = true } = {}): Promise<Locator> {
  await player.button('home.invite').click()
  if (withBanners) await player.button('invite.start').click()
  const sheet = player.sheet('invite.title')
  await expect(player.button('invite.copy')).toBeVisible()
  return sheet
}

async function receive(player: Player): Promise<void> {
  await player.button('home.receive').click()
  await player.press(player.sheet('invite.confirm-title'), 'invite.receive')
}

async function expectNothing(player: Player): Promise<void> {
  const receives = player.button('home.receive')
  await expect(strip(player)).toContainText(player.money('0.00'))
  await expect(receives).toBeDisabled()
  await expect(receives).toHaveAccessibleDescription(player.words('home.invite-nothing'))
}

function strip(player: Player): Locator {
  return player.page.getByRole('region', { name: player.words('home.invite-bonus'), exact: true })
}

test('a friend comes by the link, looks around, registers and pays in; the inviter receives the share once @both-builds', async ({
  player,
  browser,
  kapao,
  sandbox,
  region,
  language,
  books,
}) => {
  test.slow()
  await player.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await expectNothing(player)
  const sheet = await openInvite(player)
  const { profile } = await player.call<{ profile: { _id: string } }>('GET', '/account/profile')
  const link = `${kapao.addresses.url}/register?code=PR${profile._id}`
  await expect(sheet.getByText(link, { exact: true })).toBeVisible()
  await expect(player.says('invite.empty-title')).toBeVisible()
  await expect(sheet.getByRole('button', { name: player.words('invite.receive') })).toBeDisabled()
  await expect(sheet).toContainText(player.words('invite.nothing'))
  await player.look('invite')
  await player.button('invite.copy').click()
  await expect(player.button('invite.copied')).toBeVisible()
  await expect(player.page.locator('[data-toaster]').getByText(player.words('invite.copied'))).toBeVisible()
  expect(await player.page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${link}&openExternalBrowser=1`,
  )

  const friendsPhone = await browser.newContext({
    baseURL: kapao.addresses.url,
    viewport: { width: 360, height: 740 },
  })
  const friend = new Player(await friendsPhone.newPage(), kapao, language, newcomer(region))
  await friend.setLanguage()
  await friend.page.goto(link.slice(kapao.addresses.url.length))
  for (const page of ['howto', 'contact', 'register']) {
    await friend.link(`app.menu-${page}`).click()
    await expect(friend.page).toHaveURL(new RegExp(`/${page}$`))
  }
  await friend.page.goto('/contact')
  await friend.page.goto('/register')
  await register({ player: friend, kapao, sandbox, region, language })
  await friendsPhone.close()

  await player.page.reload()
  // What was open comes back: first the question again whether to look at the banners.
  await player.button('invite.start').click()
  const row = sheet.getByRole('listitem').filter({ hasText: builds[region].maskedName })
  await expect(row).toContainText(player.words('invite.no-deposit'))
  await player.close(sheet)
  await expectNothing(player)

  const { token } = await call<{ token: string }>(kapao, 'POST', '/login', {
    body: { username: friend.member.phone, password: friend.member.password },
  })
  await payIn(kapao, { ...friend.member, token }, 305.5)
  await payIn(kapao, { ...friend.member, token }, 1000)
  await player.page.reload()
  await expect(strip(player)).toContainText(player.money('30.55'))
  await openInvite(player)
  await expect(row).toContainText(`+${player.money('30.55')}`)
  await player.look('invite-earned')
  await player.close(sheet)

  const inviting = async () =>
    (await player.call<{ invite: { amount: number; success: number } }>('GET', '/wallet')).invite
  const { success } = await inviting()
  const resume = await books.setSetting('inviteActive', false)
  // Another setting shows when the servers know of both.
  const putBack = await books.setSetting('inviteSuccessPercent', success + 1)
  await expect.poll(inviting).toMatchObject({ success: success + 1, amount: player.worth(30.55) })
  await player.page.reload()
  await receive(player)
  await expect(player.says('errors.INVITE_INACTIVE').first()).toBeVisible()
  await expect(strip(player)).toContainText(player.money('30.55'))
  await resume()
  await putBack()
  await expect.poll(inviting).toMatchObject({ success })
  await player.page.reload()

  await player.button('home.receive').click()
  const question = player.sheet('invite.confirm-title')
  await expect(question).toContainText(player.money('30.55'))
  await expect(question).toContainText(player.words('invite.confirm-success', { percent: 200 }))
  await expect(question).toContainText(player.words('invite.confirm-fail', { percent: 10 }))
  await player.look('invite-confirm')
  await question.getByRole('button', { name: player.words('invite.receive'), exact: true }).dblclick()
  const { currency } = player
  await expect(
    player.says('invite.received', { amount: player.figure('30.55'), currency }).first(),
  ).toBeVisible()
  for (const round of ['at once', 'after a reload']) {
    await expect(strip(player), round).toContainText(player.money('0.00'))
    await expectNothing(player)
    await player.expectHome({ total: '30.55', wallet: '30.55' })
    await player.page.reload()
  }
  expect(await books.countStatements(player.member.phone, 'bonus')).toBe(1)
})

test('a share is offered where the phone can; without banners the sheet is plain; friends come ten to a page', async ({
  player,
  kapao,
  region,
  books,
}) => {
  const putBack = await books.setSetting('inviteBanners', [])
  await expect.poll(() => player.call('GET', '/invite/banners')).toMatchObject({ banners: [] })
  const { profile } = await player.call<{ profile: { _id: string } }>('GET', '/account/profile')
  for (let friends = 0; friends < 11; friends += 1) {
    await join(kapao, newcomer(region, { name: `Friend ${friends}` }), `PR${profile._id}`)
  }
  await player.page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (shared: ShareData) => {
        document.title = `shared ${shared.url}`
      },
    })
  })
  await player.page.reload()
  const sheet = await openInvite(player, { withBanners: false })
  await player.button('invite.share').click()
  const link = `${kapao.addresses.url}/register?code=PR${profile._id}`
  await expect(player.page).toHaveTitle(`shared ${link}&openExternalBrowser=1`)
  const rows = sheet.getByRole('listitem').filter({ hasText: 'F*** ' })
  await expect(rows).toHaveCount(10)
  await expect(sheet).toContainText(player.words('invite.position', { page: 1, pages: 2 }))
  await player.button('invite.next').click()
  await expect(rows).toHaveCount(1)
  await expect(sheet).toContainText(player.words('invite.position', { page: 2, pages: 2 }))
  await player.button('invite.previous').click()
  await expect(rows).toHaveCount(10)
  await putBack()
})
