import { changePassword, updateBankAccountName } from '@kapao/contract/account'
import { type Place, press } from './place.ts'

export const account: readonly Place[] = [
  {
    name: 'password',
    call: changePassword,
    async open(hand) {
      await hand.page.goto('/user/profile')
      await press('profile.change-password')(hand)
      const inputs = hand.page.locator('dialog[open] input[type=password]')
      await inputs.nth(0).fill('secret-123')
      await inputs.nth(1).fill('secret-456')
      await inputs.nth(2).fill('secret-456')
    },
    act: press('profile.change-password'),
  },
  {
    name: 'account name',
    call: updateBankAccountName,
    // Names at Lao banks are not kept in English letters.
    isThai: true,
    async open(hand) {
      await hand.page.goto('/user/profile')
      await press('profile.edit-name')(hand)
      await hand.page.locator('dialog[open] input').first().fill('MALI JAIDEE')
    },
    act: press('profile.save'),
    own: { BANK_ACCOUNT_NAME_ENG: 'profile.english-required' },
  },
]
