// Every page and every sheet, and how to get there: for what must hold everywhere.
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
    await player.page.goto('/terminated')
    await expect(player.says('app.terminated-title')).toBeVisible()
  },
]

/** Without the sheet that was open: it would come back with the page. */
async function home(player: Player): Promise<void> {
  await player.page.evaluate(() => {
    sessionStorage.removeItem('sheet')
    sessionStorage.removeItem('deposit')
  })
  await player.page.goto('/user/home')
  await expect(player.balanceCard.getByRole('definition')).toHaveCount(2)
  await expect(player.page.getByRole('group', { name: player.words('home.group-slot') })).toBeVisible()
}

async function deposit(player: Player): Promise<void> {
  await home(player)
  await player.openDeposit()
  await expect(
    player.page.getByRole('button').filter({ hasText: player.words('deposit.way-KBANK') }),
  ).toBeVisible()
}

export const memberPages: readonly Open[] = [
  home,
  async (player) => {
    await player.page.goto('/user/statement')
    await expect(
      player.page.getByRole('article').or(player.says('statement.empty-title')).first(),
    ).toBeVisible()
  },
  async (player) => {
    await player.page.goto('/user/profile')
    await expect(player.page.getByText(player.member.bankAccountName)).toBeVisible()
  },
  async (player) => {
    await player.page.goto('/user/contact')
    await expect(player.page.getByRole('figure')).toBeVisible()
  },
]

export const memberSheets: readonly Open[] = [
  deposit,
  async (player) => {
    await deposit(player)
    await player.chooseWay('bank')
    await expect(player.button('deposit.announce')).toBeVisible()
  },
  async (player) => {
    await deposit(player)
    await player.chooseWay('KBANK')
    // From an earlier visit there may be a code already.
    const form = player.field('deposit.amount')
    await expect(form.or(player.qrPicture('20.00'))).toBeVisible()
    if (await form.isVisible()) await player.createQr('20')
    await expect(player.qrPicture('20.00')).toBeVisible()
  },
  async (player) => {
    await home(player)
    await player.button('home.transfer').click()
    await expect(player.field('transfer.amount')).toBeVisible()
  },
  async (player) => {
    await home(player)
    await player.button('home.withdraw').click()
    await expect(player.field('withdraw.amount')).toBeVisible()
  },
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
  async (player) => {
    await home(player)
    await player.button('home.bring-all').click()
    await expect(player.button('home.bring-all-confirm')).toBeVisible()
  },
]
