// Every page and every sheet, and how to get there: for what must hold everywhere. From one to the next as a player goes, without
// loading the app anew.
import { expect } from '@playwright/test'
import type { Player } from './player.ts'

export type Open = (player: Player) => Promise<void>

function page(path: string, heading: string): Open {
  return async (player) => {
    await player.page.goto(path)
    await expect(player.heading(heading).first()).toBeVisible()
  }
}

export const visitorPages: readonly Open[] = [
  page('/login', 'session.title'),
  page('/register', 'register.phone-title'),
  page('/howto', 'howto.title'),
  async (player) => {
    await page('/contact', 'contact.title')(player)
    await expect(player.page.getByRole('figure')).toBeVisible()
  },
  async (player) => {
    await player.page.goto('/nowhere')
    await expect(player.says('app.not-found-title')).toBeVisible()
  },
  async (player) => {
    await player.page.route('**/api/lookup/active', (route) =>
      route.fulfill({ json: { terminated: 'gone' } }),
    )
    await player.page.goto('/terminated')
    await expect(player.says('app.terminated-title')).toBeVisible()
    await player.page.unroute('**/api/lookup/active')
  },
]

/** Closes what is open, the innermost first. */
async function closeSheets({ page }: Player): Promise<void> {
  const sheets = page.locator('dialog[open]')
  for (let open = await sheets.count(); open > 0; open -= 1) {
    await page.keyboard.press('Escape')
    await expect(sheets).toHaveCount(open - 1)
  }
}

async function home(player: Player): Promise<void> {
  await closeSheets(player)
  if (!player.page.url().endsWith('/user/home')) await player.goHome()
  await expect(player.balanceCard.getByRole('definition')).toHaveCount(2)
  await expect(player.page.getByRole('group', { name: player.words('home.group-slot') })).toBeVisible()
}

/** By the menu below, where every page but the bonuses is. */
function menuPage(key: string, isThere: (player: Player) => ReturnType<Player['says']>): Open {
  return async (player) => {
    await closeSheets(player)
    await player.link(`app.menu-${key}`).click()
    await expect(isThere(player).first()).toBeVisible()
  }
}

async function bonuses(player: Player): Promise<void> {
  await home(player)
  await player.link('home.bonus').click()
  await expect(player.page.getByRole('article').first()).toBeVisible()
}

async function wheel(player: Player): Promise<void> {
  await home(player)
  await player.link('home.spin').last().click()
  await expect(player.says('spin.coupons-empty')).toBeVisible()
}

async function profile(player: Player): Promise<void> {
  await menuPage('profile', ({ page, member }) => page.getByText(member.bankAccountName))(player)
}

async function deposit(player: Player): Promise<void> {
  await home(player)
  await player.openDeposit()
  await expect(player.way('KBANK')).toBeVisible()
}

/** What a button of home opens, with what shows that it is there. */
function sheet(key: string, isThere: (player: Player) => ReturnType<Player['says']>): Open {
  return async (player) => {
    await home(player)
    await player.button(`home.${key}`).click()
    await expect(isThere(player).first()).toBeVisible()
  }
}

export const memberPages: readonly Open[] = [
  home,
  menuPage('statement', (player) =>
    player.page.getByRole('article').or(player.says('statement.empty-title')),
  ),
  profile,
  menuPage('contact', ({ page }) => page.getByRole('figure')),
  bonuses,
  wheel,
]

export const memberSheets: readonly Open[] = [
  async (player) => {
    await bonuses(player)
    await player.button('bonus.details').first().click()
    await expect(player.button('bonus.activate')).toBeVisible()
  },
  async (player) => {
    await wheel(player)
    await player.button('spin.odds').click()
    await expect(player.sheet('spin.odds')).toBeVisible()
  },
  async (player) => {
    await profile(player)
    await player.button('profile.change-password').click()
    await expect(player.sheet('profile.change-password')).toBeVisible()
  },
  deposit,
  async (player) => {
    await deposit(player)
    await player.chooseWay('bank')
    await expect(player.button('deposit.announce')).toBeVisible()
  },
  async (player) => {
    await deposit(player)
    await player.chooseWay('truelink')
    await expect(player.button('truelink.send')).toBeVisible()
  },
  async (player) => {
    await deposit(player)
    await player.chooseWay('slip')
    await expect(player.button('slip.send')).toBeVisible()
  },
  async (player) => {
    await deposit(player)
    await player.chooseWay('KBANK')
    await player.createQr('20')
    await expect(player.qrPicture('20.00')).toBeVisible()
  },
  sheet('transfer', (player) => player.field('transfer.amount')),
  sheet('withdraw', (player) => player.field('withdraw.amount')),
  async (player) => {
    await home(player)
    await player.openGameSheet('slot', 'Lotus Lantern')
    await expect(player.button('games.show-password')).toBeVisible()
  },
  async (player) => {
    await home(player)
    await player.openGameSheet('slot', 'Ember Reels')
    await expect(player.button('games.open-account')).toBeVisible()
  },
  async (player) => {
    await home(player)
    await player.button('app.menu-conditions').click()
    await expect(player.sheet('conditions.title').getByRole('heading', { level: 3 }).first()).toBeVisible()
  },
  sheet('bring-all', (player) => player.button('bring-all.confirm')),
  sheet('agreement', (player) => player.sheet('agreement.title').getByRole('heading', { level: 3 })),
  sheet('invite', (player) => player.button('invite.start')),
  async (player) => {
    await player.button('invite.start').click()
    await expect(player.button('invite.copy')).toBeVisible()
    await expect(player.says('invite.empty-title')).toBeVisible()
  },
  sheet('refund', (player) => player.button('refund.start')),
  async (player) => {
    await player.button('refund.start').click()
    await expect(player.says('refund.empty-title')).toBeVisible()
  },
  async (player) => {
    await home(player)
    await player.button('chat-bubble.open').click()
    await expect(player.says('chat.empty-title')).toBeVisible()
  },
]
