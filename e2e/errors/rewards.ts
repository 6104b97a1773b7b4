import { activateBonus, clearBonus } from '@kapao/contract/bonus'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { activatePromotion, findPromotion } from '@kapao/contract/promotion'
import { addRefundToWallet, receiveRefund } from '@kapao/contract/refund'
import { expect } from '@playwright/test'
import { activeBonus } from './given.ts'
import { button, type Place, press } from './place.ts'

export const rewards: readonly Place[] = [
  {
    name: 'cancelling a bonus',
    call: clearBonus,
    shown: 'dialog',
    movesMoney: true,
    given: activeBonus,
    open: async ({ page }) => void (await page.goto('/user/bonus')),
    async act(hand) {
      await press('bonus.cancel')(hand)
      await press('bonus.cancel-confirm')(hand)
    },
    clear: press('bonus.ok'),
    own: { TRANSFER_FAIL: 'bonus.cancel-games-kept', BONUS_CONDITION: 'bonus.cancel-games-kept' },
  },
  {
    name: 'choosing a bonus',
    call: activateBonus,
    shown: 'dialog',
    async open(hand) {
      await hand.page.goto('/user/bonus')
      await press('bonus.details')(hand)
    },
    act: press('bonus.activate'),
    clear: press('bonus.ok'),
  },
  {
    name: 'looking for a promotion',
    call: findPromotion,
    async open({ page, words }) {
      await page.goto('/user/bonus')
      await page.getByRole('searchbox', { name: words('bonus.code'), exact: true }).fill('SONGKRAN')
    },
    act: press('bonus.search'),
    own: { NO_PROMOTION: 'bonus.not-found' },
  },
  {
    name: 'choosing a promotion',
    call: activatePromotion,
    shown: 'dialog',
    async open(hand) {
      const { page, words } = hand
      await page.goto('/user/bonus')
      await page.getByRole('searchbox', { name: words('bonus.code'), exact: true }).fill('SONGKRAN')
      await press('bonus.search')(hand)
      await expect(page.getByRole('dialog', { name: words('bonus.offer-promotion') })).toBeVisible()
    },
    act: press('bonus.activate'),
    clear: press('bonus.ok'),
  },
  {
    name: 'invite bonus',
    call: receiveInviteBonus,
    shown: 'toast',
    movesMoney: true,
    open: async ({ page }) => void (await page.goto('/user/home')),
    async act(hand) {
      const asks = hand.page.getByRole('dialog', { name: hand.words('invite.confirm-title'), exact: true })
      if ((await asks.count()) === 0) await press('home.receive')(hand)
      await expect(asks).toBeVisible()
      await press('invite.receive')(hand)
    },
  },
  {
    name: 'receiving a refund',
    call: receiveRefund,
    shown: 'toast',
    movesMoney: true,
    perhapsDone: 'refund.perhaps-received',
    async open(hand) {
      await hand.page.goto('/user/home')
      await press('home.refund')(hand)
      await expect(button(hand, 'refund.receive')).toBeVisible()
    },
    async act(hand) {
      const asks = hand.page.getByRole('dialog', { name: hand.words('refund.receive-title'), exact: true })
      if ((await asks.count()) === 0) await press('refund.receive')(hand)
      await expect(asks).toBeVisible()
      await press('refund.receive')(hand)
    },
  },
  {
    name: 'adding a refund',
    call: addRefundToWallet,
    shown: 'toast',
    movesMoney: true,
    async open(hand) {
      await hand.page.goto('/user/home')
      await press('home.refund')(hand)
      await expect(button(hand, 'refund.add')).toBeVisible()
    },
    async act(hand) {
      const asks = hand.page.getByRole('dialog', { name: hand.words('refund.add-title'), exact: true })
      if ((await asks.count()) === 0) await press('refund.add')(hand)
      await expect(asks).toBeVisible()
      await press('refund.add')(hand)
    },
  },
]
