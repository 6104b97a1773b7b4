import { autoLoginByPassword, autoLoginByUsername } from '@kapao/contract/auto-login'
import {
  activateGame,
  getGameAccount,
  refreshSlots,
  resetGamePassword,
  transfer,
  transferAll,
} from '@kapao/contract/wallet'
import { expect } from '@playwright/test'
import { at, stays, steps } from '../scenes/steps.ts'
import { button, closeToast, field, type Hand, type Place, press } from './place.ts'

export async function openGame({ page }: Hand, name: string): Promise<void> {
  // A sheet that is open comes back with its page; here it would be in the way.
  await page.goto('/icon.svg')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/user/home')
  await page.getByRole('button').filter({ hasText: name }).first().click()
  await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
}

/** What nobody knows the end of has no such button. */
const leave = (okKey: string) => async (hand: Hand) => {
  const ok = button(hand, okKey)
  if ((await ok.count()) > 0) await ok.click()
  else await hand.page.keyboard.press('Escape')
}

export const games: readonly Place[] = [
  {
    name: 'checking the balance',
    call: refreshSlots,
    // What it says would go away by itself, perhaps before it is closed.
    open: steps(at('/user/home'), stays),
    act: press('home.check'),
    clear: closeToast,
  },
  {
    name: 'entering a game',
    call: autoLoginByUsername,
    shown: 'dialog',
    open: (hand) => openGame(hand, 'Lotus Lantern'),
    act: press('games.enter'),
    clear: press('games.ok'),
    own: { SLOT_NO_ACCOUNT: 'errors.game-silent', LOGIN_FAIL: 'errors.game-silent' },
  },
  {
    name: 'entering a game by its password',
    call: autoLoginByPassword,
    open: (hand) => openGame(hand, 'Silk Table'),
    act: press('games.enter'),
    clear: press('games.ok'),
    own: { SLOT_NO_ACCOUNT: 'errors.game-silent', LOGIN_FAIL: 'errors.game-silent' },
  },
  {
    name: 'opening a game account',
    call: activateGame,
    passes: ['SLOT_ALREADY_ACTIVE'],
    open: (hand) => openGame(hand, 'Goal Line'),
    act: async (hand) => {
      const again = button(hand, 'app.try-again')
      await ((await again.count()) > 0 ? again : button(hand, 'games.open-account')).click()
    },
  },
  {
    name: 'a game account',
    call: getGameAccount,
    open: async ({ page }) => void (await page.goto('/user/home')),
    act: (hand) => openGame(hand, 'Lotus Lantern'),
  },
  {
    name: 'a new game password',
    call: resetGamePassword,
    open: (hand) => openGame(hand, 'Lotus Lantern'),
    async act(hand) {
      await press('games.reset')(hand)
      await expect(hand.page.getByRole('alertdialog')).toBeVisible()
      await press('games.reset')(hand)
    },
    clear: press('games.ok'),
  },
  {
    name: 'transfer',
    call: transfer,
    shown: 'dialog',
    async open(hand) {
      await hand.page.goto('/user/home')
      await press('home.transfer')(hand)
      const selects = hand.page.getByRole('combobox')
      await selects.first().selectOption('WALLET')
      await selects.last().selectOption('PG')
      await field(hand, 'transfer.amount').fill('10')
    },
    act: press('transfer.title'),
    sign: ({ page, words }) => page.getByRole('dialog', { name: words('transfer.title'), exact: true }),
    clear: leave('transfer.ok'),
    own: { unknown: 'transfer.unknown', INTERNAL_SERVER_ERROR: 'transfer.unknown' },
  },
  {
    name: 'collect all',
    call: transferAll,
    movesMoney: true,
    open: async ({ page }) => void (await page.goto('/user/home')),
    async act(hand) {
      await press('home.bring-all')(hand)
      // In some languages both buttons say the same.
      await expect(
        hand.page.getByRole('dialog', { name: hand.words('bring-all.title'), exact: true }),
      ).toBeVisible()
      await press('bring-all.confirm')(hand)
    },
    clear: leave('bring-all.ok'),
    own: { TRANSFER_FAIL: 'bring-all.kept', MONEY_NOT_ENOUGH: 'bring-all.nothing-text' },
  },
]
