// The journeys of money and play, as somebody with a keyboard makes them.
import { expect } from '@playwright/test'
import { picture } from '../chat-files.ts'
import { hold } from '../held.ts'
import type { Trouble } from '../operator/server.ts'
import { wordsIn } from '../words.ts'
import { answers, slips } from './answers.ts'
import { codeOnDemand } from './deposit.ts'
import type { Keys } from './keys.ts'
import { noBanners, wheel } from './reward-answers.ts'
import { active } from './rewards.ts'

export interface Journey {
  readonly path: string
  readonly isVisitor?: boolean
  readonly answers?: () => Readonly<Record<string, Trouble>>
  readonly go: (keys: Keys) => Promise<void>
}

const words = wordsIn('en')
const currency = words('app.currency-THB')

/** From home, by what is pressed there, and back to it. */
export const fromHome =
  (key: string, go: (keys: Keys) => Promise<void>): Journey['go'] =>
  async (keys) => {
    await keys.press(`home.${key}`)
    await go(keys)
    await keys.isBackOn(words(`home.${key}`))
  }

export const pressEscape = ({ page }: Keys) => page.keyboard.press('Escape')

export async function deposit(keys: Keys, way: string): Promise<void> {
  await keys.inDialog('deposit.title')
  await keys.pressNamed(words(`deposit.way-${way}`))
}

async function transfer(keys: Keys, from: string, to: string): Promise<void> {
  await keys.inDialog('transfer.title')
  await keys.choose('transfer.from', from)
  await keys.choose('transfer.to', to)
  await keys.type('transfer.amount', '25.50')
  await keys.page.keyboard.press('Enter')
  await keys.inDialog('transfer.moved-title')
  await keys.press('transfer.ok')
}

export const journeys: Readonly<Record<string, Journey>> = {
  'logging in': {
    path: '/login',
    isVisitor: true,
    async go(keys) {
      await keys.type('session.phone', '0812345678')
      await keys.type('session.password', 'secret-123')
      await keys.press('session.remember', 'Space')
      await keys.press('session.log-in')
      await expect(keys.page).toHaveURL(/\/user\/home$/)
    },
  },
  'paying in by bank': {
    path: '/user/home',
    go: fromHome('deposit', async (keys) => {
      await deposit(keys, 'bank')
      await keys.type('deposit.amount-optional', '500')
      await keys.page.keyboard.press('Enter')
      await keys.hears(words('deposit.announced'))
      await pressEscape(keys)
    }),
  },
  'paying in by QR code': {
    path: '/user/home',
    answers: codeOnDemand,
    go: fromHome('deposit', async (keys) => {
      await deposit(keys, 'KBANK')
      await keys.type('deposit.amount', '500')
      await keys.page.keyboard.press('Enter')
      await keys.to(words('deposit.qr-save'))
      await keys.press('deposit.qr-transferred')
      await keys.hears(words('deposit.refreshing'))
    }),
  },
  'paying in by a gift link': {
    path: '/user/home',
    go: fromHome('deposit', async (keys) => {
      await deposit(keys, 'truelink')
      await keys.type('truelink.link', 'https://gift.example/?v=0123456789abcdefghijklmnopqrstuvwxy')
      await keys.page.keyboard.press('Enter')
      await expect(keys.page.getByRole('heading', { name: words('deposit.paid-title') })).toBeFocused()
      await keys.press('deposit.done')
    }),
  },
  'moving money into a game': {
    path: '/user/home',
    go: fromHome('transfer', (keys) => transfer(keys, 'Wallet', 'Lotus Lantern')),
  },
  'moving money out of a game': {
    path: '/user/home',
    go: fromHome('transfer', (keys) => transfer(keys, 'Lotus Lantern', 'Wallet')),
  },
  withdrawing: {
    path: '/user/home',
    go: fromHome('withdraw', async (keys) => {
      await keys.inDialog('withdraw.title')
      await keys.type('withdraw.amount', '500')
      await keys.page.keyboard.press('Enter')
      await keys.inDialog('withdraw.confirm-title')
      await pressEscape(keys)
      await keys.inDialog('withdraw.title')
      await keys.press('withdraw.withdraw')
      await keys.inDialog('withdraw.confirm-title')
      await keys.press('withdraw.confirm')
      await keys.inDialog('withdraw.requested-title')
      await keys.press('withdraw.ok')
    }),
  },
  'a bonus': {
    path: '/user/bonus',
    async go(keys) {
      await keys.press('bonus.details')
      await keys.inDialog('bonus.offer-bonus')
      await keys.press('bonus.activate')
      await keys.hears(words('bonus.activated'))
      await keys.isBackOn(words('bonus.details'))
    },
  },
  'a promotion': {
    path: '/user/bonus',
    async go(keys) {
      await keys.type('bonus.code', 'songkran')
      await keys.page.keyboard.press('Enter')
      await keys.inDialog('bonus.offer-promotion')
      await keys.press('bonus.activate')
      await keys.hears(words('bonus.activated'))
    },
  },
  'inviting friends': {
    path: '/user/home',
    go: fromHome('invite', async (keys) => {
      await keys.inDialog('invite.title')
      await keys.press('invite.next-banner')
      // It was the last, and the focus is not lost on that.
      await expect(keys.page.getByText('2 / 2')).toBeVisible()
      await keys.isOn('invite.next-banner')
      await keys.press('invite.start')
      await keys.inDialog('invite.title')
      await keys.press('invite.copy')
      await keys.press('invite.next')
      await pressEscape(keys)
    }),
  },
  'an invite bonus': {
    path: '/user/home',
    go: fromHome('receive', async (keys) => {
      await keys.inDialog('invite.confirm-title')
      await keys.press('invite.receive')
      await keys.hears(words('invite.received', { amount: '50.00', currency }))
    }),
  },
  'a refund': {
    path: '/user/home',
    answers: () => ({ 'GET /refund/banners': noBanners }),
    go: fromHome('refund', async (keys) => {
      await keys.inDialog('refund.title')
      await keys.press('refund.receive')
      await keys.inDialog('refund.receive-title')
      await keys.press('refund.receive')
      await keys.hears(words('refund.received'))
      await keys.inDialog('refund.title')
      await pressEscape(keys)
    }),
  },
  'the wheel and its coupon': {
    path: '/user/spin',
    answers: () => ({
      'GET /spinwheel/setup': wheel(),
      'POST /spinwheel/spin': answers({
        success: true,
        result: { code: 'CASH20', label: '20 บาท', remainingCoin: 2 },
      }),
    }),
    async go(keys) {
      const hub = words('spin.spin-coins', { coins: 3 }).split(',')[0] ?? ''
      await keys.pressNamed(hub)
      await expect(keys.page.getByRole('dialog')).toBeVisible()
      await keys.hears(words('spin.landed', { label: '20\u00a0บาท' }))
      await keys.press('spin.prize-close')
      await keys.isBackOn(hub)
      await keys.press('spin.claim')
      await keys.inDialog('spin.claim-title')
      await keys.press('spin.claim-confirm')
      await keys.hears(words('spin.claimed', { amount: '20.00', currency }))
    },
  },
  'paying in by a slip': {
    path: '/user/home',
    answers: () => ({
      'POST /statement/slip': answers({ total: 1, slips: [{ ...slips()[0], reference: 'slip-1' }] }),
    }),
    go: fromHome('deposit', async (keys) => {
      await deposit(keys, 'slip')
      // Nobody looks with the Tab key for a field that is still on its way.
      await expect(keys.page.getByText(words('slip.choose'))).toBeVisible()
      // From before: a browser that is not listened to asks with a window of its own.
      const asksForFile = keys.page.waitForEvent('filechooser')
      await keys.to(words('slip.choose'))
      await keys.page.keyboard.press('Space')
      await (await asksForFile).setFiles(picture())
      await keys.press('slip.send')
      await keys.hears(words('slip.uploading'))
      await expect(keys.page.getByRole('heading', { name: words('slip.judging-title') })).toBeFocused()
      await pressEscape(keys)
    }),
  },
  'cancelling a bonus': {
    path: '/user/bonus',
    answers: () => ({ ...active, 'GET /bonus/check/minimum': answers({ status: true, amount: 0 }) }),
    async go(keys) {
      const letGo = await hold(keys.page, '**/api/bonus/check/minimum')
      await keys.press('bonus.cancel')
      await keys.inDialog('bonus.cancel-title')
      letGo()
      await keys.hears(words('bonus.cancel-free'))
      await pressEscape(keys)
      await keys.isBackOn(words('bonus.cancel'))
      await keys.press('bonus.cancel', 'Space')
      await keys.inDialog('bonus.cancel-title')
      // Until it says what cancelling takes there is nothing to agree to.
      await expect(keys.page.getByText(words('bonus.cancel-free'))).toBeVisible()
      await keys.press('bonus.cancel-confirm')
      await keys.hears(words('bonus.cancelled'))
    },
  },
  'bringing the money of all games home': {
    path: '/user/home',
    go: fromHome('bring-all', async (keys) => {
      await keys.inDialog('bring-all.title')
      await keys.press('bring-all.confirm')
      await keys.inDialog('bring-all.done')
      await keys.press('bring-all.ok')
    }),
  },
  'entering a game': {
    path: '/user/home',
    async go(keys) {
      await keys.pressNamed('Lotus Lantern')
      await keys.inDialogNamed('Lotus Lantern')
      const window = keys.page.waitForEvent('popup')
      await keys.press('games.enter')
      // Closed before the game's address has come, it would be one that a browser stopped.
      const game = await window
      await game.waitForURL('**/icon.svg')
      await game.close()
      await keys.leave('Lotus Lantern')
    },
  },
  'the games': {
    path: '/user/home',
    async go(keys) {
      await keys.press('home.next-game')
      await keys.pressNamed('Ember Reels')
      await keys.inDialogNamed('Ember Reels')
      await keys.leave('Ember Reels')
      await keys.expectWholeRing()
      // On the cards themselves the arrow keys go on and back.
      await keys.page.keyboard.press('ArrowLeft')
      await keys.isBackOn('Lotus Lantern')
      await keys.page.keyboard.press('ArrowRight')
      await keys.isBackOn('Ember Reels')
    },
  },
}
