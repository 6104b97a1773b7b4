import type { RefusalCode } from '@kapao/contract/codes'
import { claimCoupon, spinWheel } from '@kapao/contract/spinwheel'
import { type Place, press } from './place.ts'

/** The wheel's refusals come in a success (spec: "success, error"). */
const refuses = (code: string) => ({ body: { success: false, error: code } })
const ofCoupons: readonly RefusalCode[] = [
  'NO_CLAIMABLE_COUPON',
  'INVALID_PRIZE_CODE',
  'INVALID_CODE',
  'INVALID_COUPON_TYPE',
  'COUPON_EXPIRED',
  'BONUS_REMAINING',
]

export const wheel: readonly Place[] = [
  {
    name: 'a spin',
    call: spinWheel,
    refuses,
    more: ['NO_COIN'],
    open: async ({ page }) => void (await page.goto('/user/spin')),
    act: async ({ page, words }) =>
      page
        .getByRole('button')
        .filter({ hasText: words('spin.spin') })
        .click(),
    own: {
      NO_COIN: 'spin.no-coins',
      unknown: 'spin.unknown',
      INTERNAL_SERVER_ERROR: 'spin.unknown',
    },
  },
  {
    name: 'a coupon',
    call: claimCoupon,
    refuses,
    more: ofCoupons,
    open: async ({ page }) => void (await page.goto('/user/spin')),
    async act(hand) {
      await press('spin.claim')(hand)
      await press('spin.claim-confirm')(hand)
    },
    clear: async ({ page }) => page.keyboard.press('Escape'),
    own: { unknown: 'spin.claim-unknown', INTERNAL_SERVER_ERROR: 'spin.claim-unknown' },
  },
]
