import { cancelQr, createQr } from '@kapao/contract/qrcode'
import { uploadSlip } from '@kapao/contract/slip'
import { redeemTruelink } from '@kapao/contract/truelink'
import { announceDeposit, withdrawAll } from '@kapao/contract/wallet'
import { openCode } from './given.ts'
import { button, chooseWay, field, fillMoney, type Place, press } from './place.ts'

export const money: readonly Place[] = [
  {
    name: 'withdrawal',
    call: withdrawAll,
    shown: 'dialog',
    async open(hand) {
      await hand.page.goto('/user/home')
      await press('home.withdraw')(hand)
      await field(hand, 'withdraw.amount').fill('100')
    },
    async act(hand) {
      await press('withdraw.withdraw')(hand)
      await press('withdraw.confirm')(hand)
    },
    sign: ({ page, words }) => page.getByRole('dialog', { name: words('withdraw.title'), exact: true }),
    clear: async (hand) => {
      const ok = button(hand, 'withdraw.ok')
      if ((await ok.count()) > 0) await ok.click()
      else await hand.page.keyboard.press('Escape')
    },
    own: {
      unknown: 'withdraw.unknown',
      INTERNAL_SERVER_ERROR: 'withdraw.unknown',
      MONEY_NOT_ENOUGH: 'withdraw.collected-less',
    },
    // No call of ours refuses with these; another server may.
    more: ['NO_WALLET', 'KEY_MISSING', 'BONUS_CLEAR', 'INVITE_BONUS_SUCCESS', 'REFUND_SUCCESS'],
  },
  {
    name: 'QR code',
    call: createQr,
    shown: 'toast',
    async open(hand) {
      await hand.page.goto('/user/home')
      await press('home.deposit')(hand)
      await chooseWay('KBANK')(hand)
      await fillMoney(hand, 'deposit.amount', '100')
    },
    act: press('deposit.create'),
  },
  {
    name: 'cancelling a QR code',
    call: cancelQr,
    given: openCode,
    // What it became instead is told by the next answer.
    passes: ['NO_DATA'],
    async open(hand) {
      await hand.page.goto('/user/home')
      await press('home.deposit')(hand)
      await chooseWay('KBANK')(hand)
    },
    act: press('deposit.qr-cancel'),
  },
  {
    name: 'announcing a transfer',
    call: announceDeposit,
    async open(hand) {
      await hand.page.goto('/user/home')
      await press('home.deposit')(hand)
      await chooseWay('bank')(hand)
      await fillMoney(hand, 'deposit.amount-optional', '100')
    },
    act: press('deposit.announce'),
    // The form is gone with the accounts until they were asked for again.
    clear: async (hand) => {
      const again = button(hand, 'deposit.check-accounts')
      if ((await again.count()) === 0) return
      await again.click()
      await fillMoney(hand, 'deposit.amount-optional', '100')
    },
    own: { NO_BANK: 'deposit.no-account' },
  },
  {
    name: 'gift link',
    call: redeemTruelink,
    // Gifts are in baht.
    isThai: true,
    async open(hand) {
      await hand.page.goto('/user/home')
      await press('home.deposit')(hand)
      await chooseWay('truelink')(hand)
      await field(hand, 'truelink.link').fill('https://gift.example/?v=0123456789abcdefghijklmnopqrstuvwxy')
    },
    act: press('truelink.send'),
    own: {
      TRUELINK_DUPLICATE: 'truelink.used',
      unknown: 'truelink.unknown',
      INTERNAL_SERVER_ERROR: 'truelink.unknown',
    },
  },
  {
    name: 'slip',
    call: uploadSlip,
    async open(hand) {
      await hand.page.goto('/user/home')
      await press('home.deposit')(hand)
      await chooseWay('slip')(hand)
      await hand.page.locator('input[type=file]').setInputFiles({
        name: 'slip.png',
        mimeType: 'image/png',
        // The smallest picture there is: the server is told to refuse it anyway.
        buffer: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      })
    },
    act: press('slip.send'),
    own: {
      unreachable: 'slip.trouble-no-network',
      'server-down': 'slip.trouble-not-understood',
      'foreign-page': 'slip.trouble-not-understood',
      'empty-answer': 'slip.trouble-not-understood',
      'too-large': 'errors.too-large',
    },
  },
]
